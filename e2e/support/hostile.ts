/** Where anything that asks for something elsewhere would ask. */
const ELSEWHERE = "http://127.0.0.1:9";
const RUN = "window.wasRun=1";

const TAGS = [
  `<img src=x onerror="${RUN}">`,
  `<IMG SRC=x oNeRrOr=${RUN}>`,
  `<img src="${ELSEWHERE}/a.png">`,
  `<img srcset="${ELSEWHERE}/b.png 2x">`,
  `"><svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><use href="${ELSEWHERE}/u.svg#x"/></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>x</text></a></svg>`,
  `<script>${RUN}</script>`,
  `<script src="${ELSEWHERE}/s.js"></script>`,
  `</script><script>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</script>`,
  `<iframe srcdoc="<script>parent.wasRun=1</script>"></iframe>`,
  `<iframe src="javascript:parent.wasRun=1"></iframe>`,
  `<iframe src="${ELSEWHERE}/f"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<object data="${ELSEWHERE}/o"></object>`,
  `<embed src="${ELSEWHERE}/e">`,
  `<video src="${ELSEWHERE}/v" autoplay onerror=${RUN}></video>`,
  `<audio src="${ELSEWHERE}/v" onerror=${RUN}></audio>`,
  `<video><source onerror=${RUN}></video>`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}><summary>x</summary></details>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}></select>`,
  `<textarea autofocus onfocus=${RUN}></textarea>`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<a href="${ELSEWHERE}" ping="${ELSEWHERE}/p">x</a>`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<button formaction="javascript:${RUN}">x</button>`,
  `<link rel=stylesheet href="${ELSEWHERE}/l.css">`,
  `<link rel=prefetch href="${ELSEWHERE}/l">`,
  `<base href="${ELSEWHERE}/">`,
  `<meta http-equiv=refresh content="0;url=${ELSEWHERE}/m">`,
  `<style>*{background:url(${ELSEWHERE}/c.png)}</style>`,
  `<style>@import "${ELSEWHERE}/i.css";</style>`,
  `<div style="background:url(${ELSEWHERE}/d.png)">x</div>`,
  `<div style="width:expression(${RUN})">x</div>`,
  `<math><mtext><img src=x onerror=${RUN}></mtext></math>`,
  `<math href="javascript:${RUN}">x</math>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<![CDATA[><img src=x onerror=${RUN}>]]>`,
  `<?xml-stylesheet href="javascript:${RUN}"?>`,
  `<table background="${ELSEWHERE}/t.png"><td>x</td></table>`,
  `<x onclick=${RUN} onmouseover=${RUN}>x</x>`,
  `&lt;img src=x onerror=${RUN}&gt;`,
  `&#60;img src=x onerror=${RUN}&#62;`,
  `\\u003cimg src=x onerror=${RUN}\\u003e`,
  `%3Cimg%20src%3Dx%20onerror%3D${RUN}%3E`,
  `<img src=x:x onerror\u0000=${RUN}>`,
  `<img/src=x/onerror=${RUN}>`,
  `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>">`,
];

const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `javascript&colon;${RUN}`,
  `&#106;avascript:${RUN}`,
  `vbscript:msgbox(1)`,
  `data:text/html,<script>parent.wasRun=1</script>`,
  `data:text/html;base64,PHNjcmlwdD5wYXJlbnQud2FzUnVuPTE8L3NjcmlwdD4=`,
  `data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9IndpbmRvdy53YXNSdW49MSIvPg==`,
  `file:///etc/passwd`,
  `//127.0.0.1:9/x.png`,
  `${ELSEWHERE}/x.png`,
];

const MARKDOWN = [
  ...ADDRESSES.flatMap((address) => [`[click](<${address}>)`, `![image](<${address}>)`]),
  `[ref]: javascript:${RUN}\n[click][ref]`,
  `<javascript:${RUN}>`,
  `${ELSEWHERE}/bare.png`,
  `![a](${ELSEWHERE}/t.png "onerror=${RUN}")`,
  `[a](https://example.org" onmouseover="${RUN})`,
  `\`\`\`html\n<img src=x onerror=${RUN}>\n\`\`\``,
  `| <img src=x onerror=${RUN}> | b |\n|---|---|\n| ![](${ELSEWHERE}/cell.png) | [x](javascript:${RUN}) |`,
  `- [ ] <input autofocus onfocus=${RUN}>`,
  `# <img src=x onerror=${RUN}>`,
  `[^1]\n\n[^1]: <img src=x onerror=${RUN}>`,
];

const TEMPLATES = [
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `<%= ${RUN} %>`,
  `#{${RUN}}`,
  `@import '${ELSEWHERE}/x.css';`,
  `'-${RUN}-'`,
  `";${RUN};//`,
  `__proto__`,
  `\u202E)1(trela`,
  `=cmd|' /C calc'!A0`,
];

/** Each would note itself on the window, or ask an address elsewhere, if it were more than text. */
export const HOSTILE_TEXTS: readonly string[] = [...TAGS, ...MARKDOWN, ...TEMPLATES].map((text) =>
  text.replaceAll("\u0000", ""),
);

/** A few of them, for names that are short. */
export const HOSTILE_NAME = `<img src=x onerror="${RUN}"> [x](javascript:${RUN}) ![](${ELSEWHERE}/n.png)`;
export const HOSTILE_TEXT = HOSTILE_TEXTS.join("\n\n");
