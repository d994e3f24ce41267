/**
 * Sets light or dark before the first paint, so that the page does not flash.
 * A file of its own and not a module: the content policy forbids inline scripts, and modules run too late.
 * The key and the attribute must match ui/lib/colour-scheme.ts and Mantine.
 */
(function applyColourScheme() {
  let chosen = null;
  try {
    chosen = window.localStorage.getItem('gamekeeper-colour-scheme');
  } catch {
    // Storage can be forbidden by the browser; the system's choice is then the best there is.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
