// The messages of actions on many invoices.
import { defineMessages } from '../../text/locale.tsx'

export const bulkMessages = defineMessages({
  en: {
    chosen: 'Selected invoices',
    selectAll: 'Select all invoices on this page',
    select: (number: string) => `Select ${number}`,
    selected: (count: string, sum: string) => `${count} selected · ${sum}`,
    clear: 'Clear selection',
    act: {
      finalize: (count: string) => `Finalize ${count}`,
      send: (count: string) => `Send ${count} by email`,
      void: (count: string) => `Void ${count}`,
    },
    title: {
      finalize: (count: string, one: boolean) => `Finalize ${one ? '1 draft' : `${count} drafts`}?`,
      send: (count: string, one: boolean) =>
        `Send ${one ? '1 invoice' : `${count} invoices`} by email?`,
      void: (count: string, one: boolean) => `Void ${one ? '1 invoice' : `${count} invoices`}?`,
    },
    sum: (sum: string) => `Total: ${sum}.`,
    means: {
      finalize:
        'Each draft gets its number and is emailed to its customer. Amounts can’t be changed afterward.',
      send: 'Each invoice is emailed to its customer again.',
      void: 'This can’t be undone. Nothing is due on a void invoice, and its number won’t be reused. Customers aren’t notified.',
    },
    skipped: (count: string, one: boolean) =>
      one
        ? '1 selected invoice doesn’t allow this and is left out.'
        : `${count} selected invoices don’t allow this and are left out.`,
    done: {
      finalize: (count: string, of: string) => `${count} of ${of} finalized.`,
      send: (count: string, of: string) => `${count} of ${of} queued to be sent.`,
      void: (count: string, of: string) => `${count} of ${of} voided.`,
    },
    notBegun: (count: string) => `Stopped: ${count} not started.`,
    progress: 'Progress',
    stop: 'Stop',
    close: 'Done',
    cancel: 'Cancel',
    retry: (count: string) => `Retry ${count}`,
    rowMenu: (number: string) => `Actions for ${number}`,
    actions: 'Actions',
  },
  fr: {
    chosen: 'Factures sélectionnées',
    selectAll: 'Sélectionner toutes les factures de cette page',
    select: (number) => `Sélectionner ${number}`,
    selected: (count, sum) => `${count} sélectionnées · ${sum}`,
    clear: 'Effacer la sélection',
    act: {
      finalize: (count) => `Émettre (${count})`,
      send: (count) => `Envoyer par courriel (${count})`,
      void: (count) => `Annuler les factures (${count})`,
    },
    title: {
      finalize: (count, one) => `Émettre ${one ? '1 brouillon' : `${count} brouillons`} ?`,
      send: (count, one) => `Envoyer ${one ? '1 facture' : `${count} factures`} par courriel ?`,
      void: (count, one) => `Annuler ${one ? '1 facture' : `${count} factures`} ?`,
    },
    sum: (sum) => `Total : ${sum}.`,
    means: {
      finalize:
        'Chaque brouillon reçoit son numéro et part par courriel à son client. Ses montants ne changent plus ensuite.',
      send: 'Chaque facture est renvoyée par courriel à son client.',
      void: 'C’est définitif. Plus rien n’est dû sur une facture annulée, et son numéro ne sert plus. Les clients ne sont pas avisés.',
    },
    skipped: (count, one) =>
      one
        ? '1 facture sélectionnée ne le permet pas et est laissée de côté.'
        : `${count} factures sélectionnées ne le permettent pas et sont laissées de côté.`,
    done: {
      finalize: (count, of) => `${count} sur ${of} émises.`,
      send: (count, of) => `${count} sur ${of} en attente d’envoi.`,
      void: (count, of) => `${count} sur ${of} annulées.`,
    },
    notBegun: (count) => `Arrêté : ${count} non commencées.`,
    progress: 'Avancement',
    stop: 'Arrêter',
    close: 'Terminé',
    cancel: 'Ne rien faire',
    retry: (count) => `Réessayer (${count})`,
    rowMenu: (number) => `Actions de ${number}`,
    actions: 'Actions',
  },
})
