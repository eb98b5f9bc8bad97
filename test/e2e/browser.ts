// Drives Chromium like a user of the dashboard, and detects errors that no page may have.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import type { Role } from '../../src/domain/roles.ts'
import { joined, owner, PASSWORD, type Person } from '../browser-like.ts'
import { count } from '../costs.ts'
import type { Lifetime } from '../database.ts'
import { PATIENCE_MS, until, type World } from '../harness.ts'

/** The engine without a window is a third faster. */
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const CHROMIUM = process.env.CHROMIUM ?? CHROMIUMS.find((path) => existsSync(path)) ?? ''

/** Skips tests without Chromium, except where everything must run (CI). */
export const needsChromium: { skip?: string } =
  existsSync(CHROMIUM) || process.env.CI
    ? {}
    : { skip: 'chromium is not installed (apt-get install chromium)' }

/** The viewports that pages are tested in. */
export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 800 }

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** WCAG 2.2 AA, and the best practices of axe. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface Visitor {
  page: Page
  /** Opens a path of the account and mode, and waits for its heading. */
  open(path: string): Promise<void>
  /**
   * Opens it by a link; does not reload the application if a page of another path is open. The page must have loaded: a
   * pending navigation would be mistaken for this one.
   */
  go(path: string): Promise<void>
  /** Fails with the axe violations of the page, or of the part that a selector names. */
  assertAccessible(what: string, within?: string): Promise<void>
  /** Statuses of API errors that a test provokes; browsers write them to the console. */
  expect(...statuses: number[]): void
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Where `open` starts; by default the test mode of the first account. */
  place?: string
}

/** Reads until the value is as expected, because a page updates after an action. */
export async function eventually<T>(read: () => Promise<T> | T, expected: T): Promise<void> {
  let last: T | undefined
  const isThere = async () => {
    last = await read()
    return isDeepStrictEqual(last, expected)
  }
  try {
    await until('a page', isThere)
  } catch (error) {
    assert.deepEqual(last, expected)
    throw error
  }
}

/** Waits until a field has this value. */
export const holds = (field: Locator, value: string) => eventually(() => field.inputValue(), value)

/** Waits until the whole text of an element is this. */
export const says = (element: Locator, text: string) =>
  eventually(() => element.textContent(), text)

/** Waits until there are this many elements. */
export const counts = (elements: Locator, number: number) =>
  eventually(() => elements.count(), number)

/** Waits until a property of the focused element is this, such as its `id` or `tagName`. */
export const focusHas = (page: Page, member: string, value: string) =>
  eventually(() => page.evaluate<unknown>(`document.activeElement.${member}`), value)

/** Waits until nothing on the page is loading. */
export const settled = (page: Page) => counts(page.locator('[aria-busy=true]'), 0)

/** Waits until a page has the responses to all requests of its load. */
export const answered = (page: Page) => page.waitForLoadState('networkidle')

const options = { executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: PATIENCE_MS }

/** Starts the browser that all files of a run share; undefined without Chromium. */
export async function startBrowser(): Promise<BrowserServer | undefined> {
  if (needsChromium.skip !== undefined) return undefined
  const stopped = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  return await chromium.launchServer({ ...options, ...stopped })
}

/**
 * The browser for the tests of a file, which closes its windows: the one of the run, or a new one without a run.
 * Undefined without Chromium, which skips the tests.
 */
export async function launch(lifetime: Lifetime): Promise<Browser | undefined> {
  if (needsChromium.skip !== undefined) return undefined
  const shared = process.env.TEST_BROWSER
  const browser = await (shared
    ? chromium.connect(shared, { timeout: PATIENCE_MS })
    : chromium.launch(options))
  lifetime.after(() => browser.close())
  return browser
}

/**
 * Opens a window with its own cookies. At the end of the test it fails if the page threw, wrote an error to the
 * console, violated its policy, or requested anything from another host.
 */
export async function visit(
  browser: Browser | undefined,
  test: Lifetime,
  w: Pick<World, 'url'>,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const { visitor, context, judge } = await openWindow(browser, w, options)
  test.after(async () => {
    await context.close()
    judge()
  })
  return visitor
}

/**
 * One window for all tests of a file, with the session of an owner, because a new window loads everything again. Opened
 * by the first test that calls it; each test is judged by its own faults.
 */
export function sharedWindow(
  browser: Browser | undefined,
  file: Lifetime,
  w: World,
  options: VisitorOptions = {},
): (test: Lifetime) => Promise<Visitor> {
  let opened: Promise<OpenWindow> | undefined
  const begin = async () => {
    const window = await openWindow(browser, w, options)
    await withSession(window.visitor, w, await owner(w))
    return window
  }
  file.after(async () => (await opened)?.context.close())
  return async (test) => {
    opened ??= begin()
    const { visitor, judge } = await opened
    // The previous test can have failed in the phone viewport.
    await visitor.page.setViewportSize(options.viewport ?? DESKTOP)
    test.after(async () => judge())
    return visitor
  }
}

interface OpenWindow {
  visitor: Visitor
  context: BrowserContext
  /** Fails with the faults since the last call, and from then on expects no API errors. */
  judge(): void
}

async function openWindow(
  browser: Browser | undefined,
  w: Pick<World, 'url'>,
  { place = '1/test', ...options }: VisitorOptions,
): Promise<OpenWindow> {
  assert.ok(browser)
  const context = await browser.newContext({
    viewport: DESKTOP,
    locale: 'en-CA',
    timezoneId: 'UTC',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  page.on('load', () => count('pages'))
  const faults: string[] = []
  const expected = new Set<number>()
  watch(page, w.url, faults, expected)
  const judge = () => {
    expected.clear()
    assert.deepEqual(faults.splice(0).slice(0, 10), [], 'what must never happen on a page')
  }
  return { visitor: visitorOf(page, `${w.url}/${place}`, expected), context, judge }
}

/** Moves the clock of a page, so that its cached data is stale: see staleTime in web/src/app.tsx. */
const passTime = (ms: number) => `{ const { now } = Date; Date.now = () => now() + ${ms} }`

/** Makes a page fetch its data again without a reload, as when its tab is shown after a minute. */
export const readAgain = (page: Page) =>
  page.evaluate(`${passTime(61_000)}; dispatchEvent(new Event('visibilitychange'))`)

function visitorOf(page: Page, start: string, expected: Set<number>): Visitor {
  const addressOf = (path: string) => `${start}/${path}`.replace(/\/$/, '')
  const open = async (path: string) => {
    await page.goto(addressOf(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  return {
    page,
    open,
    async go(path) {
      const [from, to] = [new URL(page.url()), new URL(addressOf(path))]
      if (from.origin !== to.origin || from.pathname === to.pathname) return open(path)
      await page.evaluate(passTime(6_000))
      await follow(page, to.href)
      // A page takes the focus once rendered, unless one of its fields has it.
      const hasCome =
        "document.activeElement?.closest('main h1, main input, [role=dialog]') !== null"
      await eventually(() => page.evaluate<boolean>(hasCome), true)
    },
    assertAccessible: (what, within) => assertAccessible(page, what, within),
    expect: (...statuses) => {
      for (const status of statuses) expected.add(status)
    },
  }
}

/** Follows a link inside the application. */
async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate(
    `document.activeElement?.blur(); history.pushState({}, '', ${JSON.stringify(href)})`,
  )
}

/** Visits with the session of an owner. */
export async function visitAsOwner(
  browser: Browser | undefined,
  test: Lifetime,
  w: World,
  options: VisitorOptions = {},
): Promise<Visitor> {
  return withSession(await visit(browser, test, w, options), w, await owner(w))
}

let visitors = 0

/** Visits as a member of another role. */
export async function visitAs(
  role: Role,
  browser: Browser | undefined,
  test: Lifetime,
  w: World,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const person = await joined(w, `${role}${++visitors}@example.com`, role)
  return withSession(await visit(browser, test, w, options), w, person)
}

/** Sets the cookies of a signed-in user: the form takes another page load, and has its own tests. */
async function withSession(
  visitor: Visitor,
  w: Pick<World, 'url'>,
  { jar }: Pick<Person, 'jar'>,
): Promise<Visitor> {
  const cookies = [...jar].map(([name, value]) => ({
    name,
    value,
    domain: new URL(w.url).hostname,
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax' as const,
  }))
  await visitor.page.context().addCookies(cookies)
  return visitor
}

/** Signs in through the form, and waits for the next page. */
export async function signIn(
  visitor: Visitor,
  w: Pick<World, 'url'>,
  email: string,
): Promise<Visitor> {
  const { page } = visitor
  await page.goto(`${w.url}/sign-in`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== '/sign-in' && url.pathname !== '/')
  return visitor
}

function watch(page: Page, url: string, faults: string[], expected: Set<number>): void {
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // Browsers always log failed responses; they are judged by status elsewhere.
    if (/Failed to load resource: the server responded/.test(message.text())) return
    faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const address = request.url()
    // Chromium's PDF viewer is an extension.
    const own = address.startsWith(url) || /^(?:data|blob|chrome|chrome-extension):/.test(address)
    if (!own) faults.push(`asked a foreign host: ${address}`)
  })
  page.on('response', (response) => {
    const status = response.status()
    // A page requests the current session to find out who is signed in.
    const asks = response.url().endsWith('/sessions/current') && status === 401
    if (status < 400 || asks || expected.has(status)) return
    faults.push(`${status}: ${response.request().method()} ${response.url()}`)
  })
}

/** Resolves once nothing moves: a running transition has other colors, places and sizes. */
const STILL = `(async () => {
  const ends = ({ effect, playState }) =>
    playState === 'running' && effect?.getComputedTiming().iterations !== Infinity
  for (;;) {
    const moving = document.getAnimations().filter(ends)
    if (moving.length === 0) return
    await Promise.all(moving.map((each) => each.finished.catch(() => {})))
  }
})()`

/** Maximum number of checks for faults: a fault that disappears belonged to a moving page. */
const LOOKS_MOST = 5

/** Fails with the axe violations of a page without running transitions. */
export async function assertFaultless(
  page: Page,
  find: () => Promise<unknown>,
  message: string,
): Promise<void> {
  for (let look = 1; ; look++) {
    await page.evaluate(STILL)
    const faults = await find()
    if (isDeepStrictEqual(faults, [])) return
    if (look === LOOKS_MOST) assert.deepEqual(faults, [], message)
  }
}

async function assertAccessible(page: Page, what: string, within = 'html'): Promise<void> {
  count('axe')
  // Half a megabyte, so it is added to a page only once.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  const find = () =>
    page.evaluate(
      `axe.run(${JSON.stringify(within)}, { runOnly: ${JSON.stringify(RULES)}, iframes: false }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map((node) =>
        node.target + ' ' + (node.any[0]?.message ?? node.failureSummary)).join(' | ')))`,
    )
  await assertFaultless(page, find, `axe on ${what}`)
  const wide = async () => {
    const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    return Number(beyond) <= 0 ? [] : [`${beyond} pixels`]
  }
  await assertFaultless(page, wide, `${what} is wider than its window`)
}
