import { expect, test } from 'vitest';
import { isSameName, personDistance } from './same-person.ts';

test.each([
  ['M. Salah', 'Mohamed Salah'],
  ['Mohamed Salah', 'M. Salah'],
  ['Salah', 'M. Salah'],
  ['K. De Bruyne', 'Kevin De Bruyne'],
  ['Álvaro Núñez', 'A. Nunez'],
  ['H. Son', 'Son Heung-Min'],
  ['S. Milinkovic-Savic', 'Sergej Milinković-Savić'],
  ['M. B. Reed', 'Martin Reed'],
])('%s and %s are one', (a, b) => {
  expect(isSameName(a, b)).toBe(true);
});

test.each([
  ['E. Hazard', 'T. Hazard'],
  ['Mohamed Salah', 'Mohamed Elneny'],
  ['M. Salah', 'M. Reed'],
  ['J. B. Reed', 'Martin Reed'],
  ['A. B.', 'A. B.'],
  ['', 'M. Salah'],
])('%s and %s are two', (a, b) => {
  expect(isSameName(a, b)).toBe(false);
});

test.each([
  ['same id and name', { id: 1, name: 'M. Reed' }, { id: 1, name: 'M. Reed' }, -11],
  ['same id, another name', { id: 1, name: 'M. Reed' }, { id: 1, name: 'J. Poole' }, -3],
  ['another id, same name', { id: 1, name: 'M. Reed' }, { id: 2, name: 'M. Reed' }, -1],
  ['only the name is given', { id: 1, name: 'M. Reed' }, { id: null, name: 'Martin Reed' }, -5],
  ['nothing is given', { id: 1, name: 'M. Reed' }, { id: null, name: null }, 0],
  ['an id here and a name there', { id: 1, name: null }, { id: null, name: 'M. Reed' }, 0],
  ['all differs', { id: 1, name: 'M. Reed' }, { id: 2, name: 'J. Poole' }, 7],
  ['another name', { id: null, name: 'M. Reed' }, { id: 2, name: 'J. Poole' }, 3],
  ['another id', { id: 1, name: null }, { id: 2, name: null }, 4],
])('%s: %j and %j, distance %d', (_, a, b, distance) => {
  expect(personDistance(a, b)).toBe(distance);
  expect(personDistance(b, a)).toBe(distance);
});
