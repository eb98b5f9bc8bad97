// The frame of every page: head, navigation, search, and the place of the content.

import { type Html, html } from '../platform/html.ts'
import { renderBlocks } from './block-html.ts'
import type { Block, PageContent } from './blocks.ts'
import { plainLine, renderLine } from './inline.ts'
import type { NavigationEntry, NavigationGroup } from './navigation.ts'

export interface Page {
  type: string
  text: string
}

export interface Frame extends PageContent {
  /** The path of the page, to mark it in the navigation. */
  path: string
  navigation: readonly NavigationGroup[]
}

export function framed({ title, path, navigation, blocks }: Frame): Page {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${plainLine(title)} · Reckoner</title>
<link rel="icon" href="/docs/icon.svg">
<link rel="stylesheet" href="/docs/page.css">
<link rel="stylesheet" href="/docs/reference.css">
<link rel="alternate" type="text/markdown" href="${path}.md">
<script type="module" src="/docs/page.js"></script>
<script type="module" src="/docs/try.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><button class="menu-button" popovertarget="menu">Menu</button><a class="name" href="/docs">Reckoner</a>
<form id="page-search" role="search" hidden><label for="page-query">Search</label>
<input type="search" id="page-query" placeholder="Search" autocomplete="off" spellcheck="false" aria-controls="page-results">
<div id="page-results" hidden></div><output id="page-found"></output></form></header>
<div class="beside">
<nav id="menu" aria-label="Documentation" popover>${navigation.map((group) => navigationGroup(group, path, blocks))}</nav>
<main id="content">${renderBlocks(blocks)}
<p class="about foot"><a href="${path}.md">This page as Markdown</a></p></main>
</div>
</body>
</html>
`
  return { type: 'text/html; charset=utf-8', text: page.text }
}

function navigationGroup({ label, entries }: NavigationGroup, path: string, blocks: Block[]): Html {
  return html`<h2>${label}</h2>
<ul>${entries.map((entry) => navigationLink(entry, path, blocks))}</ul>
`
}

function navigationLink(entry: NavigationEntry, path: string, blocks: Block[]): Html {
  const isPage = path === entry.path
  const within = entry.path !== '/docs' && path.startsWith(`${entry.path}/`)
  return html`<li><a href="${entry.path}"${isPage && html` aria-current="page"`}${within && html` aria-current="true"`}>${entry.label}</a>${isPage && outline(blocks)}</li>
`
}

function outline(blocks: Block[]): Html | undefined {
  const sections = blocks.flatMap((block) => {
    if (block.kind === 'heading' && block.level === 2 && block.id) {
      return [{ id: block.id, text: block.text }]
    }
    const [first] = block.kind === 'section' ? block.blocks : []
    return block.kind === 'section' && first?.kind === 'heading' && first.level === 2
      ? [{ id: block.id, text: first.text }]
      : []
  })
  if (sections.length < 2) return undefined
  return html`<ul class="outline">${sections.map(
    ({ id, text }) => html`<li><a href="#${id}">${renderLine(plainLine(text))}</a></li>\n`,
  )}</ul>`
}
