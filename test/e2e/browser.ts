// A person at the dashboard: Chromium, driven, and watched for whatever must never happen on a page.

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

/** The same engine without a window is a third faster. */
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const CHROMIUM = process.env.CHROMIUM ?? CHROMIUMS.find((path) => existsSync(path)) ?? ''

/** For tests that need it: skipped without it, except where everything must run (CI). */
export const needsChromium: { skip?: string } =
  existsSync(CHROMIUM) || process.env.CI
    ? {}
    : { skip: 'chromium is not installed (apt-get install chromium)' }

/** The widths that pages are looked at in. */
export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 800 }

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** WCAG 2.2 AA, and what axe knows beyond it. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface Visitor {
  page: Page
  /** Opens an address below the account and mode, and waits until its heading is there. */
  open(path: string): Promise<void>
  /**
   * The same by a link, without loading the application again if a page of another path is open. The page
   * must have arrived: a navigation still on its way is mistaken for this one.
   */
  go(path: string): Promise<void>
  /** Fails with what axe has against the page as it stands, or against what a selector names of it. */
  assertAccessible(what: string, within?: string): Promise<void>
  /** Refusals of the API that a test provokes, which browsers write to the console. */
  expect(...statuses: number[]): void
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Where `open` begins; the test mode of the first account if left out. */
  place?: string
}

/** Reads until it is as expected: what a page shows follows an action, however soon, and is waited for. */
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

/** Waits until a field holds this. */
export const holds = (field: Locator, value: string) => eventually(() => field.inputValue(), value)

/** Waits until an element says this, all in all. */
export const says = (element: Locator, text: string) =>
  eventually(() => element.textContent(), text)

/** Waits until there are so many. */
export const counts = (elements: Locator, number: number) =>
  eventually(() => elements.count(), number)

/** Waits until a member of what has the focus is this: its `id`, its `tagName`. */
export const focusHas = (page: Page, member: string, value: string) =>
  eventually(() => page.evaluate<unknown>(`document.activeElement.${member}`), value)

/** Waits until nothing on the page is still on its way. */
export const settled = (page: Page) => counts(page.locator('[aria-busy=true]'), 0)

/** Waits until a page that was loaded has been answered all it asked for on its way. */
export const answered = (page: Page) => page.waitForLoadState('networkidle')

const options = { executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: PATIENCE_MS }

/** Starts the browser that all files of a run share; undefined where there is none. */
export async function startBrowser(): Promise<BrowserServer | undefined> {
  if (needsChromium.skip !== undefined) return undefined
  const stopped = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  return await chromium.launchServer({ ...options, ...stopped })
}

/**
 * The browser for the tests of a file, whose windows are closed with it: that of the run, or one of
 * its own without a run. Undefined where there is none, and the tests are skipped.
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
 * Opens a window with cookies of its own. When the test ends, it fails if the page has thrown, written
 * an error to the console, violated its policy, or requested anything from another host.
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
 * One window for all tests of a file, with the session of an owner: a new window loads everything
 * again. Opened by the first test that calls it; each test is judged by what happened during it.
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
    test.after(async () => judge())
    return visitor
  }
}

interface OpenWindow {
  visitor: Visitor
  context: BrowserContext
  /** Fails with the faults since the last call, and expects no refusals from then on. */
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

/** Moves the clock of a page, so that what it has read is stale: see staleTime in web/src/app.tsx. */
const passTime = (ms: number) => `{ const { now } = Date; Date.now = () => now() + ${ms} }`

/** Makes a page read everything again without loading it, as when its tab is shown after a minute. */
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
      // A page takes the focus when it has been drawn, unless a field of it does.
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

/** Does what a link of the application does. */
async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate(
    `document.activeElement?.blur(); history.pushState({}, '', ${JSON.stringify(href)})`,
  )
}

/** The same, with the session of an owner. */
export async function visitAsOwner(
  browser: Browser | undefined,
  test: Lifetime,
  w: World,
  options: VisitorOptions = {},
): Promise<Visitor> {
  return withSession(await visit(browser, test, w, options), w, await owner(w))
}

let visitors = 0

/** The same, as a member of another role. */
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

/** Gives a window the cookies of somebody who has signed in: the form is a page more, and has tests of its own. */
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

/** Signs in through the form, and waits until that has led to a page. */
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
    // A refusal is an answer, and nobody can keep browsers from writing it down: judged by its status.
    if (/Failed to load resource: the server responded/.test(message.text())) return
    faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const asked = request.url()
    // The viewer of PDFs is a part of Chromium.
    const own = asked.startsWith(url) || /^(?:data|blob|chrome|chrome-extension):/.test(asked)
    if (!own) faults.push(`asked a foreign host: ${asked}`)
  })
  page.on('response', (response) => {
    const status = response.status()
    // Who is signed in is found out by asking.
    const asks = response.url().endsWith('/sessions/current') && status === 401
    if (status < 400 || asks || expected.has(status)) return
    faults.push(`${status}: ${response.request().method()} ${response.url()}`)
  })
}

/** Resolves once nothing moves: a transition halfway has colours, places and sizes of its own. */
const STILL = `(async () => {
  const ends = ({ effect, playState }) =>
    playState === 'running' && effect?.getComputedTiming().iterations !== Infinity
  for (;;) {
    const moving = document.getAnimations().filter(ends)
    if (moving.length === 0) return
    await Promise.all(moving.map((each) => each.finished.catch(() => {})))
  }
})()`

/** How often faults are looked for again: one that comes and goes was of a page that still moved. */
const LOOKS_MOST = 5

/** Fails with the faults of a page that stands still. */
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
  // It's half a megabyte: a page that is looked at again has it already.
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
