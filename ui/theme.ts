/** Colours, type and shape of the page. Each text colour has at least 4.5 : 1 against its ground, in light and in dark. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const moss: MantineColorsTuple = [
  '#eaf7f1',
  '#d6ecdf',
  '#acd9c1',
  '#7fc5a0',
  '#59b485',
  '#40a974',
  '#2c9463',
  '#1f7a5c',
  '#176349',
  '#0d4b37',
];

export const theme = createTheme({
  colors: { moss },
  primaryColor: 'moss',
  primaryShade: 7,
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1rem' } } },
});

/** Our own names for what the page is made of; base.css and the CSS modules use nothing else. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f8f7',
    '--mantine-color-text': '#1a211d',
    '--mantine-color-dimmed': '#58645d',
    '--mantine-color-default-border': '#dde3df',
    '--mantine-color-error': '#b3261e',
    '--gk-panel': '#ffffff',
    '--gk-panel-quiet': '#eef2f0',
    '--gk-accent': '#17664b',
    '--gk-good': '#17734a',
    '--gk-warn': '#8a5200',
    '--gk-bad': '#b3261e',
    '--gk-info': '#2758b5',
    '--gk-warn-ground': '#fff5e0',
    '--gk-bad-ground': '#fdecea',
  },
  dark: {
    '--mantine-color-body': '#111513',
    '--mantine-color-text': '#dde5e0',
    '--mantine-color-dimmed': '#9ba8a1',
    '--mantine-color-default-border': '#29312d',
    '--mantine-color-error': '#ff9a90',
    '--gk-panel': '#181d1a',
    '--gk-panel-quiet': '#1f2522',
    '--gk-accent': '#7fd0aa',
    '--gk-good': '#63cf98',
    '--gk-warn': '#f0b65c',
    '--gk-bad': '#ff9a90',
    '--gk-info': '#93b8ff',
    '--gk-warn-ground': '#2b2314',
    '--gk-bad-ground': '#2e1b19',
  },
});
