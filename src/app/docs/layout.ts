// The frame of every page: head, navigation, and the place where the content goes.

import { type Content, type Html, html } from '../../platform/html.ts'
import type { ApiAnswer, OpenApi, Operation } from '../../platform/http/openapi-document.ts'

export interface Page {
  type: string
  text: string
}

export interface Frame {
  title: string
  /** The path of the page, to mark it in the navigation. */
  path: string
  navigation: readonly NavigationEntry[]
  /** What stands beside the content where there is room. */
  aside?: Html
  content: Content
}

export interface NavigationEntry {
  path: string
  label: string
}

export function framed({ title, path, navigation, aside, content }: Frame): Page {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Reckoner</title>
<link rel="icon" href="/docs/icon.svg">
<link rel="stylesheet" href="/docs/page.css">
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/reference.js" defer></script>
</head>
<body>
<header><a class="name" href="/docs">Reckoner</a>
<nav aria-label="Pages">${navigation.map((entry) => navigationLink(entry, path))}</nav></header>
<div class="${aside ? 'beside' : 'alone'}">${aside && html`<aside>${aside}</aside>`}
<main>${content}</main></div>
</body>
</html>
`
  return { type: 'text/html; charset=utf-8', text: page.text }
}

function navigationLink(entry: NavigationEntry, path: string): Html {
  const here = path === entry.path || (entry.path !== '/docs' && path.startsWith(`${entry.path}/`))
  return html`<a href="${entry.path}"${here && html` aria-current="page"`}>${entry.label}</a>\n`
}

export interface ListedOperation {
  method: string
  path: string
  operation: Operation
}

/** The operations of a document. */
export function operationsOf(document: OpenApi): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

/** The answers of an operation with their references followed. */
export function answersOf(operation: Operation, document: OpenApi): [string, ApiAnswer][] {
  return Object.entries(operation.responses).map(([status, answer]) => {
    if (!('$ref' in answer)) return [status, answer]
    const { $ref, ...own } = answer
    const shared = document.components.responses[$ref.split('/').at(-1) as string] as ApiAnswer
    return [status, { ...shared, ...own }]
  })
}

export const errorLink = (code: string): Html =>
  html`<a href="/docs/errors/${code}"><code>${code}</code></a>`

export const method = (name: string): Html =>
  html`<span class="method ${name.toLowerCase()}">${name}</span>`
