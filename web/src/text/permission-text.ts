// Explains a missing permission in words, and whom to ask.
import { SCOPE_FAMILIES, type ScopeFamily } from '../../../src/domain/scopes.ts'
import { allows, useTenant } from '../api/tenant.ts'
import { defineMessages, useLanguage, useMessages } from './locale.tsx'

const messages = defineMessages({
  en: {
    edit: (what: string) => `You can view but not edit ${what}. Ask an admin.`,
    none: (what: string) => `You don’t have access to ${what}. Ask an admin.`,
  },
  fr: {
    edit: (what) =>
      `Vous pouvez consulter ${what}, mais pas modifier. Adressez-vous à un administrateur.`,
    none: (what) => `Vous n’avez pas accès à : ${what}. Adressez-vous à un administrateur.`,
  },
})

/** The sentence for a permission such as `invoices:write`; the name of a scope would not explain it. */
export function usePermissionText(): (permission: string) => string {
  const m = useMessages(messages)
  const { membership } = useTenant()
  const { language } = useLanguage()
  return (permission) => {
    const [family = '', act] = permission.split(':')
    const what = SCOPE_FAMILIES[family as ScopeFamily]?.[language] ?? permission
    const canView = act === 'write' && allows(membership.scopes, `${family}:read`)
    return canView ? m.edit(what) : m.none(what)
  }
}
