/**
 * What holds for one drawn case. Properties claim different things of different cases, which a plain test must not do: there, what is only
 * claimed under a condition may never be claimed at all. Here `fc.assert` draws until it is.
 */
export { expect as claim } from 'vitest';
