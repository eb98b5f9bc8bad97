// Search words without case, accents and punctuation, the same for stored texts and queries.

const WORD_LENGTH_MOST = 40
const WORDS_MOST = 40

/** Letters that accent removal does not change, as people without them on the keyboard type them. */
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

/** Scripts without spaces between words, in which a word can begin anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u

function plainly(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(SPELT_LETTERS, (letter) => SPELT[letter] ?? letter)
}

/** The words of a query: each has to be the prefix of a stored word. */
export function queryWords(text: string): string[] {
  const words = plainly(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const brief = words.map((word) => [...word].slice(0, WORD_LENGTH_MOST).join(''))
  return [...new Set(brief)].slice(0, WORDS_MOST)
}

/** The words under which texts are stored, without duplicates. */
export function wordsOf(texts: readonly (string | null)[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    if (text === null) continue
    for (const word of queryWords(text)) {
      const letters = [...word]
      const beginnings = UNSPACED.test(word) ? letters.length : 1
      for (let at = 0; at < beginnings; at++) words.add(letters.slice(at).join(''))
    }
  }
  return [...words].slice(0, WORDS_MOST)
}

/** True if each query word is a prefix of one of the words. */
export const allBegin = (wanted: readonly string[], words: readonly string[]): boolean =>
  wanted.every((each) => words.some((word) => word.startsWith(each)))
