// Search, copy buttons, and one choice of language for all examples. Pages are readable without it.

const LANGUAGE = 'reckoner-docs-language'
const MOST = 12

// --- The language of examples: chosen once, for this page and the next.

/** Without browser storage, the choice applies to this page only. */
function remembered() {
  try {
    return localStorage.getItem(LANGUAGE)
  } catch {
    return null
  }
}

function choose(language) {
  for (const radio of document.querySelectorAll('.samples input')) {
    if (radio.value === language) radio.checked = true
  }
}

choose(remembered())
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.samples input')) return
  // Keeps the selected tab at its place on the screen, however long the examples above it are.
  const before = target.getBoundingClientRect().top
  choose(target.value)
  window.scrollBy(0, target.getBoundingClientRect().top - before)
  try {
    localStorage.setItem(LANGUAGE, target.value)
  } catch {
    // The choice applies to this page only.
  }
})

// --- Scrolls the menu to the current page.

const menu = document.querySelector('#menu')
const here = menu.querySelector('[aria-current]')
if (here) menu.scrollTop = here.offsetTop - menu.offsetTop - menu.clientHeight / 3

// --- Copy buttons.

for (const pre of document.querySelectorAll('main pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    button.textContent = (await copied(pre)) ? 'Copied' : 'Press Ctrl+C'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  const frame = document.createElement('div')
  frame.className = 'copied'
  pre.replaceWith(frame)
  frame.append(pre, button)
}

/** Over plain HTTP there is no clipboard: then the text is at least selected. */
async function copied(pre) {
  try {
    await navigator.clipboard.writeText(pre.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(pre)
    return document.execCommand('copy')
  }
}

// --- Search: the service builds the index, the browser searches it.

const form = document.querySelector('#page-search')
const query = form.querySelector('input')
const results = form.querySelector('#page-results')
const found = form.querySelector('#page-found')
let index

form.hidden = false
form.addEventListener('submit', (event) => {
  event.preventDefault()
  results.querySelector('a')?.click()
})
query.addEventListener('focus', () => void load())
query.addEventListener('input', () => void search())
form.addEventListener('keydown', move)
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, textarea, select')) return
  event.preventDefault()
  query.focus()
})
document.addEventListener('click', ({ target }) => {
  if (!form.contains(target)) close()
})

function load() {
  index ??= fetch('/docs/search.json')
    .then((answer) => answer.json())
    .then((entries) => entries.map(prepared))
  return index
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function prepared(entry) {
  return {
    ...entry,
    // Names such as `line_items` are found whole and by their parts.
    title: wordsOf(`${entry.heading} ${entry.path.split('/').at(-1)}`),
    pageWords: wordsOf(entry.page),
    words: new Set(wordsOf(entry.text)),
  }
}

async function search() {
  const asked = query.value
  const words = wordsOf(asked)
  if (words.length === 0) return close()
  const entries = await load()
  // The reader has typed on while the index loaded.
  if (asked !== query.value) return
  const hits = ranked(entries, words)
  show(hits.length > 0 ? hits : ranked(entries, words.map(nearest(entries))))
}

/** Every word must match; headings count more than text, whole words more than prefixes. */
function ranked(entries, words) {
  return (
    entries
      .map((entry) => {
        const scores = words.map((word) => scoreOf(entry, word))
        return {
          entry,
          score: scores.includes(0) ? 0 : scores.reduce((sum, each) => sum + each, 0),
        }
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry)
      // A section without an anchor leads to its page.
      .filter(({ path }, at, all) => all.findIndex((other) => other.path === path) === at)
      .slice(0, MOST)
  )
}

function scoreOf({ title, pageWords, words, heading }, word) {
  // The page itself ranks above its sections.
  const whole = heading === '' ? 4 : 0
  if (pageWords.includes(word)) return 8 + whole
  if (title.includes(word)) return 8
  if (title.some((each) => each.startsWith(word))) return 5
  if (pageWords.some((each) => each.startsWith(word))) return 4 + whole
  if (words.has(word)) return 3
  for (const each of words) if (each.startsWith(word)) return 1
  return 0
}

/** The word of the index nearest to a misspelled one. */
function nearest(entries) {
  const known = new Set(
    entries.flatMap(({ title, pageWords, words }) => [...title, ...pageWords, ...words]),
  )
  return (word) => {
    let best = word
    let least = word.length < 4 ? 0 : word.length < 8 ? 1.5 : 2.5
    for (const each of known) {
      const far = distance(word, each, least)
      if (far < least) [best, least] = [each, far]
    }
    return best
  }
}

function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j] + 1, next[j - 1] + 1))
    }
    row = next
  }
  return row[b.length]
}

function show(hits) {
  results.replaceChildren(...hits.map(line))
  results.hidden = hits.length === 0
  found.textContent =
    hits.length === 0 ? 'No results' : `${hits.length} ${hits.length === 1 ? 'result' : 'results'}`
  found.className = hits.length === 0 ? 'none' : ''
}

function line({ page, heading, path, text }) {
  const link = document.createElement('a')
  link.href = path
  link.addEventListener('click', () => close())
  const title = document.createElement('strong')
  title.textContent = heading || page
  const where = document.createElement('span')
  where.textContent = heading ? page : text.slice(0, 90)
  link.append(title, where)
  return link
}

function close() {
  results.hidden = true
  found.textContent = ''
  found.className = ''
}

/** Arrow keys move through the results; Escape closes them. */
function move(event) {
  if (event.key === 'Escape') {
    close()
    query.focus()
    return
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const places = [query, ...results.querySelectorAll('a')]
  places.at((places.indexOf(document.activeElement) + step) % places.length).focus()
}
