// Why somebody cannot do something: what they lack, in words, and whom to ask.
import { allows, useTenant } from '../api/tenant.ts'
import { defineMessages, useMessages } from './locale.tsx'

const messages = defineMessages({
  en: {
    edit: (what: string) => `You can view but not edit ${what}. Ask an admin.`,
    none: (what: string) => `You don’t have access to ${what}. Ask an admin.`,
    resources: {
      account: 'settings',
      api_keys: 'API keys',
      audit_log: 'the audit log',
      credit: 'customer credit',
      customers: 'customers',
      emails: 'emails',
      events: 'events',
      invoices: 'invoices',
      ledger: 'the ledger',
      members: 'members',
      payments: 'payments',
      products: 'products',
      prices: 'prices',
      coupons: 'coupons',
      tax: 'taxes',
      requests: 'the request log',
      sessions: 'member sessions',
      test_clock: 'the test clock',
      webhooks: 'webhooks',
    } as Record<string, string>,
  },
  fr: {
    edit: (what) =>
      `Vous pouvez consulter ${what}, mais pas modifier. Adressez-vous à un administrateur.`,
    none: (what) => `Vous n’avez pas accès à : ${what}. Adressez-vous à un administrateur.`,
    resources: {
      account: 'les paramètres',
      api_keys: 'les clés d’API',
      audit_log: 'le journal d’audit',
      credit: 'le crédit des clients',
      customers: 'les clients',
      emails: 'les courriels',
      events: 'les événements',
      invoices: 'les factures',
      ledger: 'le grand livre',
      members: 'les membres',
      payments: 'les paiements',
      products: 'les produits',
      prices: 'les prix',
      coupons: 'les coupons',
      tax: 'les taxes',
      requests: 'le journal des requêtes',
      sessions: 'les sessions des membres',
      test_clock: 'l’horloge de test',
      webhooks: 'les webhooks',
    },
  },
})

/** Says it of a permission such as `invoices:write`; a scope's name tells nobody what is missing. */
export function usePermissionText(): (permission: string) => string {
  const m = useMessages(messages)
  const { membership } = useTenant()
  return (permission) => {
    const [resource = '', act] = permission.split(':')
    const what = m.resources[resource] ?? permission
    const canView = act === 'write' && allows(membership.scopes, `${resource}:read`)
    return canView ? m.edit(what) : m.none(what)
  }
}
