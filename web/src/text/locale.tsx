// The languages of the pages: the chosen one, and the messages of each component in it.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Messages, typesetAll } from './french.ts'

export const LANGUAGES = { en: 'English', fr: 'Français' } as const
export type Language = keyof typeof LANGUAGES

/** The same names, and functions with the same parameters. */
export type Like<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer V) => string
      ? (...values: V) => string
      : Like<T[K]>
}

export interface Catalogue<T> {
  en: T
  fr: Like<T>
}

/** The messages of a page or component: a missing French one does not compile. */
export function defineMessages<const T extends Messages>(messages: Catalogue<T>): Catalogue<T> {
  return { en: messages.en, fr: typesetAll(messages.fr as Messages) as Like<T> }
}

const KEY = 'reckoner-language'

interface Chosen {
  language: Language
  choose(language: Language): void
}

const LanguageContext = createContext<Chosen>({ language: 'en', choose: () => undefined })

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(remembered)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const chosen = useMemo(
    () => ({
      language,
      choose(next: Language) {
        setLanguage(next)
        try {
          localStorage.setItem(KEY, next)
        } catch {
          // Storage can be disabled; then the choice lasts until the page is closed.
        }
      },
    }),
    [language],
  )
  return <LanguageContext value={chosen}>{children}</LanguageContext>
}

function remembered(): Language {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(KEY)
  } catch {
    // As above.
  }
  const wanted = [stored ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  return wanted.find((tag): tag is Language => tag in LANGUAGES) ?? 'en'
}

export function useLanguage(): Chosen {
  return useContext(LanguageContext)
}

export function useMessages<T>(catalogue: Catalogue<T>): Like<T> {
  return catalogue[useLanguage().language] as Like<T>
}
