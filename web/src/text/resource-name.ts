// The names of resources in the reader's language, capitalized: "Tax rate", "Tax rates".
import { RESOURCES, type ResourceName } from '../../../src/domain/resources.ts'
import { type Language, useLanguage } from './locale.tsx'

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const resourceName = (name: ResourceName, language: Language): string =>
  capitalized(RESOURCES[name][language].one)

/** The name of one object, or of several by the path of their page; undefined if no resource has it. */
export function useResourceNames() {
  const { language } = useLanguage()
  return {
    one: (name: string): string | undefined =>
      Object.hasOwn(RESOURCES, name) ? resourceName(name as ResourceName, language) : undefined,
    many: (list: string): string | undefined => {
      const found = Object.values(RESOURCES).find(({ path }) => path.replaceAll('_', '-') === list)
      return found && capitalized(found[language].many)
    },
  }
}
