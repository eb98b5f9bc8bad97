// The messages of the invoice editor.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    newTitle: 'New invoice',
    editTitle: (number: string) => `Edit draft ${number}`,
    copyTitle: 'Duplicate invoice',
    customer: 'Customer',
    newCustomer: 'New customer',
    currency: 'Currency',
    due: 'Due',
    dueHint: (days: string) => `Defaults to ${days} days after finalizing`,
    reference: 'PO number',
    referenceHint: 'The customer’s purchase order number. Shown on the invoice.',
    supplied: 'Date of supply',
    suppliedHint: 'If it was not supplied on the day of the invoice. Shown on the invoice.',
    notes: 'Notes',
    notesHint: 'Shown on the invoice.',
    lines: 'Lines',
    description: 'Description',
    quantity: 'Quantity',
    price: 'Price',
    amount: 'Amount',
    line: (number: string) => `Line ${number}`,
    thisLine: 'This line',
    cell: (number: string, column: string) => `Line ${number}, ${column}`,
    addLine: 'Add line',
    removeLine: (number: string) => `Remove line ${number}`,
    keys: 'Enter adds a line · Alt+Delete removes it · Ctrl+Enter saves · Paste rows from a spreadsheet',
    linesMost: (most: string) => `An invoice can have up to ${most} lines.`,
    lineCount: (count: string, most: string) => `${count} of ${most} lines`,
    pasted: (count: string, one: boolean) => (one ? '1 row pasted.' : `${count} rows pasted.`),
    notLanded: (count: string, most: string) =>
      `${count} rows were not pasted. An invoice can have up to ${most} lines. Add the rest to another invoice.`,
    products: 'Products',
    product: (name: string) => `Product: ${name}`,
    noProduct: 'Remove product',
    cellErrors: {
      description: () => 'Enter a description.',
      quantity: (text: string) =>
        text.trim() === '' ? 'Enter a quantity.' : `“${text}” is not a whole number.`,
      price: (text: string) =>
        text.trim() === '' ? 'Enter a price.' : `“${text}” is not an amount in this currency.`,
      units: (text: string) =>
        text.trim() === ''
          ? 'Enter a quantity.'
          : `“${text}” is not a quantity, such as 13 or 1.5.`,
      amounts: (text: string) =>
        text.trim() === ''
          ? 'Enter an amount, or several between semicolons.'
          : `“${text}” is not an amount in this currency.`,
    },
    amounts: 'Amounts',
    priceOf: (number: string) => `Price of line ${number}`,
    byHand: 'Price by hand',
    needCustomer: 'Choose a customer.',
    needLines: 'Add at least one line.',
    tooLarge: 'This total is too large for one invoice. Reduce a quantity or price.',
    unfinished: (count: string, one: boolean) =>
      one
        ? '1 line is incomplete and not included in the total.'
        : `${count} lines are incomplete and not included in the total.`,
    create: 'Save draft',
    save: 'Save changes',
    saveAndFinalize: 'Save and finalize…',
    saved: 'Draft saved',
    restored: 'Your unsaved changes were restored.',
    discard: 'Discard',
    notDraft: (number: string) =>
      `${number} was finalized while you were editing and can no longer be changed.`,
    toInvoice: 'View invoice',
    conflict: 'Someone else edited this draft',
    conflictText: (properties: string) =>
      `Changed since you opened it: ${properties}. Keep your version or theirs. Nothing you entered is lost yet.`,
    conflictNone: 'It was saved again since you opened it, but nothing changed.',
    useMine: 'Keep mine',
    useTheirs: 'Use theirs, discard mine',
    properties: {
      customer_id: 'customer',
      currency: 'currency',
      due_date: 'due date',
      reference: 'PO number',
      supply_date: 'date of supply',
      notes: 'notes',
      lines: 'lines',
    },
  },
  fr: {
    newTitle: 'Nouvelle facture',
    editTitle: (number) => `Modifier le brouillon ${number}`,
    copyTitle: 'Nouvelle facture, par copie',
    customer: 'Client',
    newCustomer: 'Nouveau client',
    currency: 'Devise',
    due: 'Échéance',
    dueHint: (days) => `${days} jours après l’émission si le champ est vide`,
    reference: 'Bon de commande',
    referenceHint: 'Le numéro du client, qui figure sur le document',
    supplied: 'Date de livraison ou de prestation',
    suppliedHint: 'Si ce n’est pas le jour de la facture ; figure sur le document',
    notes: 'Notes',
    notesHint: 'Figurent sur le document',
    lines: 'Lignes',
    description: 'Description',
    quantity: 'Quantité',
    price: 'Prix',
    amount: 'Montant',
    line: (number) => `Ligne ${number}`,
    thisLine: 'Cette ligne',
    cell: (number, column) => `Ligne ${number}, ${column}`,
    addLine: 'Ajouter une ligne',
    removeLine: (number) => `Supprimer la ligne ${number}`,
    keys: 'Entrée avance et ajoute une ligne · Alt+Suppr la supprime · Ctrl+Entrée enregistre · on peut coller les rangs d’un tableur',
    linesMost: (most) => `Une facture a au plus ${most} lignes.`,
    lineCount: (count, most) => `Lignes : ${count} sur ${most} au plus`,
    pasted: (count, one) => (one ? '1 rang collé.' : `${count} rangs collés.`),
    notLanded: (count, most) =>
      `${count} n’ont pas trouvé place : une facture a au plus ${most} lignes. Mettez-les sur une deuxième.`,
    products: 'Produits',
    product: (name) => `Produit : ${name}`,
    noProduct: 'Retirer le produit',
    cellErrors: {
      description: () => 'Une ligne a besoin d’une description.',
      quantity: (text) =>
        text.trim() === ''
          ? 'Une ligne a besoin d’une quantité.'
          : `« ${text} » n’est pas un nombre entier.`,
      price: (text) =>
        text.trim() === ''
          ? 'Une ligne a besoin d’un prix.'
          : `« ${text} » n’est pas un montant dans cette devise.`,
      units: (text) =>
        text.trim() === ''
          ? 'Une ligne a besoin d’une quantité.'
          : `« ${text} » n’est pas une quantité, comme 13 ou 1,5.`,
      amounts: (text) =>
        text.trim() === ''
          ? 'Saisissez un montant, ou plusieurs entre des points-virgules.'
          : `« ${text} » n’est pas un montant dans cette devise.`,
    },
    amounts: 'Montants',
    priceOf: (number) => `Prix de la ligne ${number}`,
    byHand: 'Prix saisi à la main',
    needCustomer: 'Choisissez à qui la facture s’adresse.',
    needLines: 'Une facture a besoin d’au moins une ligne.',
    tooLarge: 'Ces lignes dépassent le plus grand montant possible.',
    unfinished: (count, one) =>
      one
        ? '1 ligne est inachevée et n’est pas comptée.'
        : `${count} lignes sont inachevées et ne sont pas comptées.`,
    create: 'Enregistrer le brouillon',
    save: 'Enregistrer',
    saveAndFinalize: 'Enregistrer et émettre…',
    saved: 'Brouillon enregistré',
    restored: 'Vos modifications non enregistrées ont été restaurées.',
    discard: 'L’abandonner',
    notDraft: (number) => `${number} a été émise entre-temps et ne peut plus changer.`,
    toInvoice: 'Voir la facture',
    conflict: 'Quelqu’un d’autre a modifié ce brouillon',
    conflictText: (properties) =>
      `Depuis que vous l’avez ouvert, ceci a changé : ${properties}. Rien de ce que vous avez saisi n’est perdu : enregistrez votre version par-dessus, ou prenez l’autre.`,
    conflictNone: 'Depuis que vous l’avez ouvert, il a été enregistré avec le même contenu.',
    useMine: 'Garder la mienne',
    useTheirs: 'Prendre l’autre, abandonner la mienne',
    properties: {
      customer_id: 'client',
      currency: 'devise',
      due_date: 'échéance',
      reference: 'bon de commande',
      supply_date: 'date de livraison ou de prestation',
      notes: 'notes',
      lines: 'lignes',
    },
  },
})
