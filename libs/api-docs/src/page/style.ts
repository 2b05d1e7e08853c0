/** Looks of the page: the reader's own font, light or dark as they like it, one column on a phone. */
export const style = `
:root { color-scheme: light dark; --line: #8883; --soft: #8881; --link: light-dark(#1864ab, #74c0fc); --quiet: light-dark(#545b64, #a6adb5); }
* { box-sizing: border-box; }
html { scroll-padding-top: 5rem; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
h1 { margin: 0; } h2 { margin: 2.5rem 0 .25rem; text-transform: capitalize; } h4 { margin: 1.25rem 0 .25rem; }
h4:empty { display: none; }
small, .access { color: var(--quiet); } small { font-weight: normal; }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
pre { background: var(--soft); border-radius: .5rem; padding: .75rem; overflow-x: auto; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; }
th { font-weight: normal; width: 38%; } td i { color: var(--quiet); margin-right: .5rem; }
.call { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; }
.call > summary { cursor: pointer; padding: .6rem .9rem; }
.call > summary span { color: var(--quiet); margin-left: .5rem; }
.call > div { border-top: 1px solid var(--line); padding: .25rem .9rem 1rem; }
.call b { display: inline-block; min-width: 4.2rem; font-size: .8rem; }
.get { color: light-dark(#1864ab, #74c0fc); } .post { color: light-dark(#22693f, #69db7c); }
.put { color: light-dark(#8f4a00, #ffc078); } .delete { color: light-dark(#b02525, #ff8787); }
.status { display: inline-block; min-width: 2.6rem; font-variant-numeric: tabular-nums; font-weight: 600; }
nav ul { columns: 14rem; list-style: none; padding: 0; } nav li { break-inside: avoid; }
@media (max-width: 40rem) {
  body { padding: 1rem; }
  .call > summary span { display: block; margin-left: 0; }
  th, td { display: block; width: auto; padding-right: 0; } td { border-top: 0; padding-top: 0; }
}
`;
