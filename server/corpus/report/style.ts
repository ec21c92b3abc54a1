/** The look of the report's page: system fonts, light and dark, readable in print and without colours. */
export const style = `
:root{color-scheme:light dark;--text:#1c2127;--faint:#5c6670;--back:#fff;--line:#c9d0d6;--bar:#7aa5d2;--strong:#174a7c;--mark:#b34700}
@media (prefers-color-scheme:dark){:root{--text:#e6e9ec;--faint:#a5afb8;--back:#16191d;--line:#414a53;--bar:#3f6d9c;--strong:#9cc7f2;--mark:#ffb07a}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1rem 1.25rem 3rem;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back)}
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}h3{font-size:1rem;margin:1.25rem 0 .25rem}
.rate{font-size:1.1rem}.rate strong{font-size:1.6rem;color:var(--strong)}
.skip{position:absolute;left:-100rem}.skip:focus{position:static}
a{color:var(--strong)}a:focus-visible,.wide:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0}
.wide{overflow-x:auto;margin:.75rem 0}
table{border-collapse:collapse;min-width:100%;font-size:.9rem}caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{padding:.25rem .5rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{color:var(--faint);font-weight:600;overflow-wrap:normal}tbody th{font-weight:400}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
#surest td:not(.n),#surest tbody th,#comparison td,#comparison tbody th{font-family:ui-monospace,monospace;font-size:.85em}
dl{display:grid;gap:.15rem;margin:.5rem 0}dl div{display:grid;grid-template-columns:minmax(10rem,20rem) 1fr;gap:1rem}dt{color:var(--faint)}dd{margin:0}
.pair{display:flex;flex-wrap:wrap;gap:1.5rem}svg{max-width:100%;height:auto}svg text{font:11px system-ui,sans-serif;fill:var(--faint)}
.grid{stroke:var(--line);stroke-width:.5}.diagonal{stroke:var(--faint);stroke-dasharray:4 3}.bar{fill:var(--bar)}.whisker{stroke:var(--text)}
.dot{fill:var(--mark)}.curve{fill:none;stroke:var(--strong);stroke-width:2}
footer{margin-top:2rem;color:var(--faint);font-size:.85rem}.none{color:var(--faint)}
@media print{:root{color-scheme:light;--text:#000;--faint:#333;--back:#fff;--line:#999;--bar:#bbb;--strong:#000;--mark:#000}
nav,.skip{display:none}.wide{overflow:visible}table{font-size:8.5pt}section,article{break-inside:auto}tr,svg,dl div{break-inside:avoid}thead{display:table-header-group}h2,h3,caption{break-after:avoid}}
`;
