// Sends the requests of the reference's forms. The key is kept only in a variable of this page.

const keyForm = document.querySelector('#key')
let key = ''

if (keyForm) {
  keyForm.hidden = false
  keyForm.addEventListener('submit', (event) => event.preventDefault())
  keyForm.addEventListener('input', () => {
    key = keyForm.elements.key.value.trim()
    keyForm.querySelector('.warning').hidden = !/^(svc|sk)_live_/.test(key)
  })
}

for (const details of document.querySelectorAll('.try')) {
  details.hidden = false
  const form = details.querySelector('form')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form, form.querySelector('output'))
  })
}

async function send(form, output) {
  const { method, path } = form.dataset
  const fields = [...form.elements].filter((field) => field.dataset.in && field.value !== '')
  const named = (where) => fields.filter((field) => field.dataset.in === where)
  const headers = Object.fromEntries(named('header').map(({ name, value }) => [name, value]))
  if (key) headers.Authorization = `Bearer ${key}`
  const body = form.elements.body?.value
  if (body) headers['Content-Type'] = 'application/json'
  const query = new URLSearchParams(named('query').map(({ name, value }) => [name, value]))
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(form.elements[name].value.trim()),
  )
  const address = query.size > 0 ? `${filled}?${query}` : filled
  output.textContent = '…'
  try {
    // Without a body, the browser must not send an empty one.
    const answer = await fetch(address, {
      method,
      headers,
      body: body || undefined,
      cache: 'no-store',
    })
    show(output, answer, await readable(answer))
  } catch {
    output.textContent = 'No answer came. Is the service still running?'
  }
}

/** JSON and other text as it is; for a document, only its type. */
async function readable(answer) {
  const type = answer.headers.get('content-type') ?? ''
  if (type === '' || /^text\/|json/.test(type)) return answer.text()
  return `${type}, ${(await answer.blob()).size} bytes`
}

function show(output, answer, text) {
  const shown = [
    'request-id',
    'etag',
    'location',
    'idempotent-replayed',
    'ratelimit',
    'retry-after',
  ]
  const headers = shown.flatMap((name) =>
    answer.headers.has(name) ? [`${name}: ${answer.headers.get(name)}`] : [],
  )
  const pre = document.createElement('pre')
  pre.textContent = [`${answer.status} ${answer.statusText}`, ...headers, '', indented(text)].join(
    '\n',
  )
  pre.className = answer.ok ? 'json good' : 'json bad'
  output.replaceChildren(pre)
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
