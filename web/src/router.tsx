// The router: the table of pages as routes, each loaded when it is first opened.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { Guarded } from './page/guarded.tsx'
import { PageFailed, PageMissing } from './page/page-states.tsx'
import { OPEN_PAGES, PAGES, type PageEntry } from './pages/table.ts'
import { FirstPage } from './shell/first-page.tsx'
import { Shell } from './shell/shell.tsx'

type Loaded = FunctionComponent & { preload?: () => Promise<void> }
const component = ({ load }: PageEntry): Loaded =>
  lazyRouteComponent(async () => ({ Page: await load() }), 'Page')

const guarded = (page: PageEntry) => {
  const loaded = component(page)
  const show = () => <Guarded page={loaded} permission={page.permission} />
  // Lets the router preload the page.
  return Object.assign(show, loaded.preload && { preload: loaded.preload })
}

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <PageMissing /> })
const first = createRoute({ getParentRoute: () => root, path: '/', component: FirstPage })
const open = OPEN_PAGES.map((page) =>
  createRoute({ getParentRoute: () => root, path: page.path, component: component(page) }),
)
const shell = createRoute({ getParentRoute: () => root, path: '$account/$mode', component: Shell })
const pages = PAGES.map((page) =>
  createRoute({ getParentRoute: () => shell, path: page.path || '/', component: guarded(page) }),
)
const rest = createRoute({ getParentRoute: () => shell, path: '$', component: PageMissing })

export const router = createRouter({
  routeTree: root.addChildren([first, ...open, shell.addChildren([...pages, rest])]),
  defaultErrorComponent: ({ reset }) => <PageFailed reset={reset} />,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Search parameters are plain strings, so that a URL is easy to read and write by hand.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
    return text && `?${text}`
  },
})
