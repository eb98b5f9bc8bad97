// Renders pages as HTML that can be read without scripts.

import { type Content, Html, html } from '../platform/html.ts'
import type { Block, Member, Sample } from './blocks.ts'
import { renderJson } from './code.ts'
import { renderLine } from './inline.ts'

export const renderBlocks = (blocks: Block[]): Html => html`${blocks.map(render)}`

function render(block: Block): Html {
  switch (block.kind) {
    case 'heading':
      return element(`h${block.level}`, renderLine(block.text), block.id)
    case 'paragraph':
      return html`<p${block.tone && html` class="${block.tone}"`}>${renderLine(block.text)}</p>\n`
    case 'list':
      return element(
        block.ordered ? 'ol' : 'ul',
        block.items.map((item, index) => {
          const id = block.ids?.[index]
          return html`<li${id && html` id="${id}"`}>${renderLine(item)}</li>\n`
        }),
      )
    case 'table':
      return tableOf(block)
    case 'members':
      return membersOf(block)
    case 'code':
      return pre(block.text)
    case 'samples':
      return tabs(block.samples)
    case 'json':
      return html`<pre class="json" tabindex="0"><code>${renderJson(block.value)}</code></pre>\n`
    case 'address':
      return html`<p class="address">${methodBadge(block.method)} <code>${block.path}</code></p>\n`
    case 'folded':
      return html`<details><summary>${renderLine(block.summary)}</summary>${block.blocks.map(render)}</details>\n`
    case 'section':
      return html`<section id="${block.id}">${block.blocks.map(render)}</section>\n`
    case 'browser':
      return block.content
  }
}

/** Tag names are ours, never from a document. */
function element(tag: string, content: Content, id?: string): Html {
  const open = new Html(`<${tag}`)
  const attribute = id ? html` id="${id}"` : ''
  return html`${open}${attribute}>${content}${new Html(`</${tag}>`)}\n`
}

/** Focusable, so that it can be scrolled from the keyboard. */
const pre = (text: string): Html => html`<pre tabindex="0"><code>${text}</code></pre>\n`

function tableOf({ head, rows, look }: Extract<Block, { kind: 'table' }>): Html {
  const classes = look && html` class="${look}"`
  return html`<div class="scroll" tabindex="0"><table${classes}><thead><tr>${head.map((cell) => html`<th>${renderLine(cell)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${renderLine(cell)}</td>`)}</tr>\n`)}</tbody></table></div>\n`
}

function membersOf({ noun, members }: Extract<Block, { kind: 'members' }>): Html {
  return html`<table class="members"><thead><tr><th>${noun}</th><th>Type and meaning</th></tr></thead>
<tbody>${members.map(memberRow)}</tbody></table>\n`
}

const memberRow = ({ name, depth, mark, type, about }: Member): Html => html`
<tr><td class="depth${Math.min(depth, 3)}"><code>${name}</code>${mark && html` <small>${mark}</small>`}</td>
<td>${renderLine(type)}${about && html`<br><span class="about">${renderLine(about)}</span>`}</td></tr>`

const methodBadge = (name: string): Html =>
  html`<span class="method ${name.toLowerCase()}">${name}</span>`

let groups = 0

/** Radio buttons select a tab, so that no script is needed; a script only keeps the choice across pages. */
function tabs(samples: Sample[]): Html {
  const group = `samples-${groups++}`
  return html`<div class="samples" role="group" aria-label="Example">${samples.map(
    ({ label, text }, index) => html`
<input type="radio" name="${group}" id="${group}-${index}" value="${label}"${index === 0 && html` checked`}><label for="${group}-${index}">${label}</label>
<div class="panel">${pre(text)}</div>`,
  )}</div>\n`
}
