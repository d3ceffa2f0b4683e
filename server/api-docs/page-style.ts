/** The page's only stylesheet; the content security policy allows it by its hash. */
export const pageStyle = `
:root { color-scheme: light dark; --line: light-dark(#d8dce2, #3a4049); --soft: light-dark(#f4f6f8, #1b1f25);
  --quiet: light-dark(#4d5763, #a9b3bf); --link: light-dark(#0b57a4, #8cc2ff); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: minmax(15rem, 24rem) minmax(0, 1fr);
  font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #12151a); color: light-dark(#15191e, #e8ecf1); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line);
  font-size: 13px; background: var(--soft); }
nav h2 { font-size: 13px; margin: 1rem 0 0.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { margin: 0.2rem 0; overflow-wrap: anywhere; }
main { padding: 1rem 2rem 6rem; max-width: 60rem; min-width: 0; }
article, section { border-top: 1px solid var(--line); padding: 0.5rem 0 1rem; }
h3 { font: 600 15px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
h4 { font-size: 13px; margin: 0.75rem 0 0.25rem; }
a { color: var(--link); }
nav a { text-decoration: none; }
a:hover { text-decoration: underline; }
pre, code { font: 13px/1.45 ui-monospace, monospace; }
pre { margin: 0; padding: 0.75rem; background: var(--soft); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.who, pre i { color: var(--quiet); }
.parameters { padding-left: 1.25rem; }
summary { cursor: pointer; color: var(--quiet); }
@media (max-width: 960px) { body { display: block; } nav { position: static; height: auto; } main { padding: 1rem; } }
`;
