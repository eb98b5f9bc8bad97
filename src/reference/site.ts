// All pages under /docs: which exist, each rendered on its first request.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '../domain/error-catalogue.ts'
import type { OpenApi } from '../platform/http/openapi-document.ts'
import type { Route } from '../platform/http/route.ts'
import { writeMarkdown } from './block-markdown.ts'
import type { PageContent } from './blocks.ts'
import { decisionsPage, guidePage, QUICKSTART } from './documents.ts'
import { errorListPage, errorPage } from './error-pages.ts'
import { eventCatalogue } from './events-catalogue.ts'
import { readExamples } from './examples.ts'
import { framed, type Page } from './layout.ts'
import { llmsText } from './llms.ts'
import { navigationOf } from './navigation.ts'
import { readRecorded } from './openapi.ts'
import { pageOfTag, readDocument } from './reading.ts'
import { referencePage, resourcePage } from './resource-page.ts'
import { searchEntries } from './search-index.ts'
import { startPage } from './start.ts'

const ASSETS: Record<string, string> = {
  'page.css': 'text/css',
  'reference.css': 'text/css',
  'page.js': 'text/javascript',
  'try.js': 'text/javascript',
  'icon.svg': 'image/svg+xml',
}
/** The tag whose page lists the event types. */
const EVENTS_TAG = 'Events'

export interface Docs {
  /** The page at a path, if it exists. */
  find(path: string): Page | undefined
}

export function createDocs(routes: readonly Route[], document: OpenApi): Docs {
  const made = new Map<string, Page | undefined>()
  const reading = readDocument(document)
  const { baseUrl } = reading
  const exampleOf = readExamples(routes, baseUrl)
  const navigation = navigationOf(reading)
  let refused: ReturnType<typeof readRecorded>['errors'] | undefined

  function contentOf(path: string): PageContent | undefined {
    const tag = document.tags.find(({ name }) => pageOfTag(name) === path)
    if (tag) {
      const more = tag.name === EVENTS_TAG ? eventCatalogue(baseUrl) : []
      return resourcePage(tag, reading, exampleOf, more)
    }
    const [, , section, name, ...rest] = path.split('/')
    if (rest.length > 0) return undefined
    if (section === undefined) return startPage(guidePage(QUICKSTART, baseUrl)?.blocks ?? [])
    if (section === 'guide' && name) {
      return name === QUICKSTART ? undefined : guidePage(name, baseUrl)
    }
    if (section === 'errors' && name) {
      refused ??= readRecorded(baseUrl).errors
      return errorPage(name, reading, refused)
    }
    if (name !== undefined) return undefined
    if (section === 'errors') return errorListPage()
    if (section === 'decisions') return decisionsPage()
    return section === 'reference' ? referencePage(reading) : undefined
  }

  function searched(): Page {
    const paths = navigation.flatMap(({ entries }) => entries.map(({ path }) => path))
    const errors = Object.keys(ERRORS).map((code) => `/docs/errors/${code}`)
    const entries = [...paths, ...errors].flatMap((path) => {
      const content = contentOf(path)
      return content ? searchEntries(path, content) : []
    })
    return { type: 'application/json; charset=utf-8', text: JSON.stringify(entries) }
  }

  function make(path: string): Page | undefined {
    if (path === '/llms.txt') return plain('text/plain', llmsText(navigation, baseUrl))
    if (path === '/docs/search.json') return searched()
    const file = path.slice('/docs/'.length)
    const type = ASSETS[file]
    if (type) return asset(file, type)
    const isMarkdown = path.endsWith('.md')
    const page = isMarkdown ? path.slice(0, -'.md'.length) : path
    const content = contentOf(page)
    if (!content) return undefined
    return isMarkdown
      ? plain('text/markdown', writeMarkdown(content.blocks, baseUrl))
      : framed({ ...content, path, navigation })
  }

  return {
    find(requested) {
      const path = requested.replace(/\/$/, '')
      const page = made.get(path) ?? make(path)
      if (page) made.set(path, page)
      return page
    },
  }
}

const plain = (type: string, text: string): Page => ({ type: `${type}; charset=utf-8`, text })

function asset(name: string, type: string): Page {
  return plain(type, readFileSync(join(import.meta.dirname, name), 'utf8'))
}
