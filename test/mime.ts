// Reads emails according to RFC 5322, 2045 and 2047, without the library that writes them.

export interface Mime {
  /** Unfolded and decoded, by lower-case name; a repeated header has all its values. */
  headers: Map<string, string[]>
  /** The parts of a multipart, or the content itself. */
  parts: Mime[]
  type: string
  body: Buffer
}

export function parseMime(raw: string): Mime {
  const at = raw.indexOf('\r\n\r\n')
  const head = at < 0 ? raw : raw.slice(0, at)
  const content = at < 0 ? '' : raw.slice(at + 4)
  const headers = new Map<string, string[]>()
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name = '', value = ''] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? []
    if (!name) throw new Error(`Not a header line: ${JSON.stringify(line)}`)
    const key = name.toLowerCase()
    headers.set(key, [...(headers.get(key) ?? []), decodeWords(value)])
  }
  const type = headers.get('content-type')?.[0] ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (type.startsWith('multipart/') && boundary) {
    const pieces = `\r\n${content}`.split(`\r\n--${boundary}`).slice(1, -1)
    const parts = pieces.map((piece) => parseMime(piece.replace(/^\r\n/, '')))
    return { headers, parts, type, body: Buffer.alloc(0) }
  }
  return { headers, parts: [], type, body: decodeBody(content, headers) }
}

function decodeBody(content: string, headers: Mime['headers']): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.[0]?.toLowerCase() ?? '7bit'
  if (encoding === 'base64') return Buffer.from(content, 'base64')
  if (encoding === 'quoted-printable') return unquote(content.replace(/=\r\n/g, ''))
  return Buffer.from(content, 'utf8')
}

function unquote(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

const WORD = /=\?utf-8\?([bq])\?([^?]*)\?=/gi

/** Decodes encoded words; spaces between two of them are not part of the text (RFC 2047, section 6.2). */
function decodeWords(value: string): string {
  const joined = value.replace(/(\?=)\s+(?==\?)/g, '$1')
  return joined.replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (run) =>
    // A character can be split between two words, so bytes are joined before they are decoded.
    Buffer.concat([...run.matchAll(WORD)].map(decodeWord)).toString('utf8'),
  )
}

function decodeWord([, kind = '', text = '']: RegExpMatchArray): Buffer {
  if (kind.toLowerCase() === 'b') return Buffer.from(text, 'base64')
  return unquote(text.replaceAll('_', ' '))
}

/** The only header of a name; throws if there is not exactly one. */
export function headerOf({ headers }: Mime, name: string): string {
  const values = headers.get(name) ?? []
  if (values.length !== 1) throw new Error(`${values.length} headers ${name}`)
  return values[0] as string
}

/** The first leaf of a type, at any depth. */
export function partOf(mime: Mime, type: string): Mime | undefined {
  if (mime.type.startsWith(type)) return mime
  for (const part of mime.parts) {
    const found = partOf(part, type)
    if (found) return found
  }
  return undefined
}
