/** How a report looks: by the reader's choice light or dark, on paper always dark on white, no section torn apart by a page's end. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --quiet: #59636e; --paper: #fff; --line: #d5dae0; --won: #2f7d4f; --lost: #c1c8d0 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebee; --quiet: #9aa5b1; --paper: #16191d; --line: #363d45; --won: #58b981; --lost: #4a535d }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 54rem; margin: 0 auto; padding: 1.5rem 1rem }
h1 { margin: 0; font-size: 1.7rem; overflow-wrap: anywhere }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.1rem }
header p { margin: 0; color: var(--quiet) }
section { break-inside: avoid }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem; margin-top: 1rem }
.tiles div { border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem }
.tiles p { margin: 0 } .tiles b { font-size: 1.3rem }
.quiet, small, footer { color: var(--quiet) }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top }
.bars th { width: 9rem; font-weight: 400 } .bars td:last-child { width: 8rem; white-space: nowrap }
.bars tr > * { padding: .1rem .5rem; border: 0 }
.bar { display: flex; height: 1.1rem; align-items: center }
.bar i { display: block; height: .7rem } .won { background: var(--won) } .lost { background: var(--lost) }
footer { margin-top: 2rem; border-top: 1px solid var(--line); font-size: .85rem }
@media print {
  :root { color-scheme: light; --ink: #000; --quiet: #444; --paper: #fff; --line: #bbb; --won: #2f7d4f; --lost: #c1c8d0 }
  body { font-size: 11px } main { max-width: none; padding: 0 }
  .bar i { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
`;
