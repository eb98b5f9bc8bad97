// The building blocks of the pages under /docs: Markdown both ways, HTML, JSON, schemas and their references.

import assert from 'node:assert/strict'
import test from 'node:test'
import { openapiDocument } from '../src/app/reference.ts'
import { html } from '../src/platform/html.ts'
import type { JsonSchema } from '../src/platform/http/json-schema.ts'
import type { Parameter } from '../src/platform/http/openapi-document.ts'
import { writeMarkdown } from '../src/reference/block-markdown.ts'
import { laidOut } from '../src/reference/code.ts'
import { readMarkdown, renderMarkdown } from '../src/reference/markdown.ts'
import { readDocument } from '../src/reference/reading.ts'
import { bodyTable, parameterTable } from '../src/reference/schema-table.ts'

test('values in HTML are escaped', () => {
  const value = `<b title="x" data-y='z'>&`
  assert.equal(
    html`<p>${value}</p>`.text,
    '<p>&lt;b title=&quot;x&quot; data-y=&#39;z&#39;&gt;&amp;</p>',
  )
  assert.equal(html`${['a', html`<i>${'<'}</i>`, null, false, 0]}`.text, 'a<i>&lt;</i>0')
})

const MARKDOWN: [string, string, string][] = [
  ['a <script>x</script>', '<p>a &lt;script&gt;x&lt;/script&gt;</p>\n', 'HTML is text'],
  ['[x](javascript:alert)', '<p>x</p>\n', 'a link opens a page or nothing'],
  ['[`x`](https://a.example)', '<p><a href="https://a.example"><code>x</code></a></p>\n', 'a link'],
  ['`*a*` **b** *c*', '<p><code>*a*</code> <strong>b</strong> <em>c</em></p>\n', 'marks'],
  ['a_b_c \\*d\\* ~~e~~', '<p>a_b_c *d* ~~e~~</p>\n', 'names and escapes are no marks'],
  ['http://a.example', '<p>http://a.example</p>\n', 'an address is text until it is made a link'],
  ['# A `b`', '<h1 id="a-b">A <code>b</code></h1>\n', 'a heading has an address'],
  ['- a\n  b\n- c', '<ul><li>a b</li>\n<li>c</li>\n</ul>\n', 'a list with a long item'],
  [
    '- a\n\n- b',
    '<ul><li>a</li>\n<li>b</li>\n</ul>\n',
    'one list, with blank lines between its items',
  ],
  ['1. a\n2. b', '<ol><li>a</li>\n<li>b</li>\n</ol>\n', 'steps'],
  ['```sh\na < b\n```', '<pre tabindex="0"><code>a &lt; b</code></pre>\n', 'code'],
  ['a\n<!-- b\nc -->\nd', '<p>a</p>\n<p>d</p>\n', 'comments are not shown'],
]

for (const [text, expected, why] of MARKDOWN) {
  test(`Markdown is rendered: ${why}`, () => {
    assert.equal(renderMarkdown(text, { resolve: (target) => target }).text, expected)
  })
}

test('Markdown: a table keeps empty cells and bars inside code, and round-trips', () => {
  const text = '| a | b |\n| --- | --- |\n|  | `x\\|y` |'
  const reading = { resolve: () => undefined }
  const cells = [...renderMarkdown(text, reading).text.matchAll(/<t[hd]>(.*?)<\/t/g)]
  assert.deepEqual(
    cells.map(([, cell]) => cell),
    ['a', 'b', '', '<code>x|y</code>'],
  )
  assert.equal(writeMarkdown(readMarkdown(text, reading), ''), `${text}\n`)
})

test('JSON is laid out on one line where it fits', () => {
  assert.equal(laidOut({ a: [1, 'x', null], b: {} }), '{"a": [1, "x", null], "b": {}}')
  const long = 'x'.repeat(80)
  assert.equal(laidOut({ a: [long] }), `{\n  "a": [\n    "${long}"\n  ]\n}`)
})

test('Markdown: code in several languages becomes one block with tabs, and round-trips', () => {
  const text = '```sh\ncurl\n```\n```js\nfetch()\n```\n\nx\n\n```sh\nls\n```'
  const { text: made } = renderMarkdown(text, { resolve: () => undefined })
  assert.deepEqual(made.match(/<label[^>]*>\w+/g)?.length, 2)
  assert.equal(made.match(/type="radio"/g)?.length, 2)
  assert.match(made, /<p>x<\/p>\n<pre tabindex="0"><code>ls/)
})

test('references are followed at any depth of the document', () => {
  const whole = openapiDocument('http://a.example')
  const { at, operations } = readDocument({
    ...whole,
    components: {
      ...whole.components,
      parameters: {
        ...whole.components.parameters,
        Elsewhere: {
          name: 'elsewhere',
          in: 'query',
          schema: { $ref: '#/components/schemas/Word' },
        },
      },
      schemas: {
        ...whole.components.schemas,
        Word: { type: ['string', 'null'], maxLength: 7 },
        Both: {
          allOf: [
            { $ref: '#/components/schemas/Part' },
            { properties: { b: { type: 'boolean' } } },
          ],
        } as JsonSchema,
        Part: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
      },
    },
  })
  assert.ok(operations.length > 50)
  const parameter = at<Parameter>({ $ref: '#/components/parameters/Elsewhere' })
  assert.ok(parameter)
  const markdown = writeMarkdown(
    [
      parameterTable([parameter], { at }),
      bodyTable({ $ref: '#/components/schemas/Both' }, { at }),
      bodyTable({ properties: { c: { $ref: '#/components/schemas/Both' } } }, { at }),
    ],
    '',
  )
  assert.equal(
    markdown,
    [
      '- `elsewhere` (string of at most 7 characters or `null`)\n',
      '- `a` (required, integer)\n- `b` (`true` or `false`)\n',
      '- `c` (object)\n  - `a` (required, integer)\n  - `b` (`true` or `false`)\n',
    ].join('\n'),
  )
})
