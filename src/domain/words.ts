// The words by which things are found: without case, accents and punctuation, the same for what is
// kept and for what is asked.

const WORD_LENGTH_MOST = 40
const WORDS_MOST = 40

/** Letters that stay apart when accents are taken off, as people without them type them. */
const SPELT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
}
const SPELT_LETTERS = new RegExp(`[${Object.keys(SPELT).join('')}]`, 'g')

/** Scripts that write no blanks between words: there a word may begin anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u

function plainly(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(SPELT_LETTERS, (letter) => SPELT[letter] ?? letter)
}

/** The words of a search, as typed: each has to begin a word of what is found. */
export function wordsAsked(text: string): string[] {
  const words = plainly(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const brief = words.map((word) => [...word].slice(0, WORD_LENGTH_MOST).join(''))
  return [...new Set(brief)].slice(0, WORDS_MOST)
}

/** The words under which texts are kept, each once. */
export function wordsOf(texts: readonly (string | null)[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    if (text === null) continue
    for (const word of wordsAsked(text)) {
      const letters = [...word]
      const beginnings = UNSPACED.test(word) ? letters.length : 1
      for (let at = 0; at < beginnings; at++) words.add(letters.slice(at).join(''))
    }
  }
  return [...words].slice(0, WORDS_MOST)
}

/** Whether each word asked begins one of these. */
export const allBegin = (asked: readonly string[], words: readonly string[]): boolean =>
  asked.every((each) => words.some((word) => word.startsWith(each)))
