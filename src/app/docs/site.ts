// All pages under /docs: which there are, and each of them made when it is first asked for.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApi } from '../../platform/http/openapi-document.ts'
import { readRecorded } from '../openapi.ts'
import { guideIndex, guidePage, openPointsPage } from './documents.ts'
import { errorListPage, errorPage } from './error-pages.ts'
import { type Frame, framed, type NavigationEntry, type Page } from './layout.ts'
import { referenceAside, referencePage } from './reference.ts'
import { startPage } from './start.ts'

const ASSETS: Record<string, string> = {
  'page.css': 'text/css',
  'reference.css': 'text/css',
  'reference.js': 'text/javascript',
  'icon.svg': 'image/svg+xml',
}

export interface Docs {
  /** The page at a path; undefined when there is none. */
  find(path: string): Page | undefined
}

export function createDocs(document: OpenApi): Docs {
  const made = new Map<string, Page>()
  const baseUrl = document.servers[0]?.url ?? ''
  const navigation: NavigationEntry[] = [
    { path: '/docs', label: 'Start' },
    { path: '/docs/reference', label: 'Reference' },
    { path: '/docs/errors', label: 'Errors' },
    { path: '/docs/guide', label: 'Guide' },
    { path: '/docs/open-points', label: 'Open points' },
  ]

  function contentOf(path: string): Omit<Frame, 'path' | 'navigation'> | undefined {
    const [, , section, name, ...rest] = path.split('/')
    if (rest.length > 0) return undefined
    if (section === undefined) return { title: 'Start', content: startPage(baseUrl) }
    if (section === 'guide' && name) return guidePage(name)
    if (section === 'errors' && name) {
      const content = errorPage(name, document, readRecorded(baseUrl).errors)
      return content && { title: name, content }
    }
    if (name !== undefined) return undefined
    if (section === 'errors') return { title: 'Errors', content: errorListPage() }
    if (section === 'guide') return { title: 'Guide', content: guideIndex() }
    if (section === 'open-points') return { title: 'Open points', ...openPointsPage() }
    if (section !== 'reference') return undefined
    const aside = referenceAside(document)
    return { title: 'Reference', aside, content: referencePage(document) }
  }

  function make(path: string): Page | undefined {
    const file = path.slice('/docs/'.length)
    const type = ASSETS[file]
    if (type) return asset(file, type)
    const parts = contentOf(path)
    return parts && framed({ ...parts, path, navigation })
  }

  return {
    find(asked) {
      const path = asked.replace(/\/$/, '')
      const page = made.get(path) ?? make(path)
      if (page) made.set(path, page)
      return page
    },
  }
}

function asset(name: string, type: string): Page {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8')
  return { type: `${type}; charset=utf-8`, text }
}
