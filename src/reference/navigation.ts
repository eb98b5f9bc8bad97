// All pages, in the order of the menu and of llms.txt.

import { guideNames, guidePage, QUICKSTART, summaryOf } from './documents.ts'
import { pageOfTag, type Reading } from './reading.ts'

export interface NavigationEntry {
  path: string
  label: string
  /** One sentence about the page. */
  about: string
}

export interface NavigationGroup {
  label: string
  entries: NavigationEntry[]
}

/** Pages of the guide by task; pages not listed here come in the last group. */
const GUIDE: [group: string, pages: string[]][] = [
  ['Get started', ['concepts', 'sign-up-to-access', 'going-live']],
  [
    'Integrate',
    [
      'idempotency',
      'pagination',
      'error-handling',
      'webhooks',
      'local-webhooks',
      'recipes',
      'sdk',
      'mcp',
      'test-clock',
    ],
  ],
  [
    'Billing',
    [
      'prices',
      'subscriptions',
      'taxes',
      'discounts',
      'derivations',
      'payments',
      'cards',
      'failed-payments',
      'credit-notes',
      'documents',
      'mail',
      'ledger',
      'account',
      'dashboard',
      'people',
    ],
  ],
]
const REST = 'Operate'

/** The whole menu, without the pages about design decisions. */
export function navigationOf(reading: Reading): NavigationGroup[] {
  const page = (name: string): NavigationEntry => ({
    path: `/docs/guide/${name}`,
    label: guidePage(name, '')?.title ?? name,
    about: summaryOf(name),
  })
  const placed = new Set([QUICKSTART, ...GUIDE.flatMap(([, names]) => names)])
  const groups = [...GUIDE, [REST, guideNames().filter((name) => !placed.has(name))] as const].map(
    ([label, names]) => ({ label, entries: names.map(page) }),
  )
  const start = { path: '/docs', label: 'Quickstart', about: summaryOf(QUICKSTART) }
  groups[0]?.entries.unshift(start)
  return [...groups, { label: 'API reference', entries: referenceOf(reading) }]
}

const referenceOf = ({ document }: Reading): NavigationEntry[] => [
  { path: '/docs/reference', label: 'All operations', about: 'Every operation on one page.' },
  ...document.tags.map(({ name, description }) => ({
    path: pageOfTag(name),
    label: name,
    about: description,
  })),
  { path: '/docs/errors', label: 'Errors', about: 'Every error code, with a page for each.' },
]
