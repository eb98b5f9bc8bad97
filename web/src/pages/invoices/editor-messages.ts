// The messages of the editor of invoices.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    newTitle: 'New invoice',
    editTitle: (number: string) => `Edit draft ${number}`,
    copyTitle: 'New invoice, as a copy',
    customer: 'Customer',
    newCustomer: 'New customer',
    currency: 'Currency',
    due: 'Due',
    dueHint: (days: string) => `${days} days after it is issued, if left empty`,
    reference: 'PO number',
    referenceHint: 'The customer’s purchase order, shown on the document',
    notes: 'Notes',
    notesHint: 'Shown on the document',
    lines: 'Lines',
    description: 'Description',
    quantity: 'Quantity',
    price: 'Price',
    amount: 'Amount',
    line: (number: string) => `Line ${number}`,
    thisLine: 'This line',
    cell: (number: string, column: string) => `Line ${number}, ${column}`,
    addLine: 'Add a line',
    removeLine: (number: string) => `Remove line ${number}`,
    keys: 'Enter goes on and adds a line · Alt+Delete removes it · Ctrl+Enter saves · rows of a sheet can be pasted',
    linesMost: (most: string) => `An invoice has at most ${most} lines.`,
    lineCount: (count: string, most: string) => `${count} of at most ${most} lines`,
    pasted: (count: string, one: boolean) => (one ? '1 row pasted.' : `${count} rows pasted.`),
    notLanded: (count: string, most: string) =>
      `${count} did not land: an invoice has at most ${most} lines. Put them on a second one.`,
    products: 'Products',
    product: (name: string) => `Product: ${name}`,
    noProduct: 'Not this product',
    cellErrors: {
      description: () => 'A line needs a description.',
      quantity: (text: string) =>
        text.trim() === '' ? 'A line needs a quantity.' : `“${text}” is not a whole number.`,
      price: (text: string) =>
        text.trim() === ''
          ? 'A line needs a price.'
          : `“${text}” is not an amount in this currency.`,
    },
    needCustomer: 'Choose whom the invoice is for.',
    needLines: 'An invoice needs at least one line.',
    subtotal: 'Subtotal',
    tax: 'Tax',
    total: 'Total',
    tooLarge: 'These lines come to more than the largest amount there can be.',
    unfinished: (count: string, one: boolean) =>
      one
        ? '1 line is not finished and not counted.'
        : `${count} lines are not finished and not counted.`,
    create: 'Save draft',
    save: 'Save changes',
    saveAndFinalize: 'Save and finalize…',
    saved: 'Draft saved',
    restored: 'What you had entered and not saved is here again.',
    discard: 'Discard it',
    notDraft: (number: string) =>
      `${number} was issued in the meantime and can no longer be changed.`,
    toInvoice: 'Show the invoice',
    conflict: 'Somebody else changed this draft',
    conflictText: (properties: string) =>
      `Since you opened it, this was changed: ${properties}. Nothing of yours is lost: save yours over it, or take theirs.`,
    conflictNone: 'Since you opened it, it was saved again with the same content.',
    useMine: 'Save mine over it',
    useTheirs: 'Take theirs, discard mine',
    properties: {
      customer_id: 'customer',
      currency: 'currency',
      due_date: 'due date',
      reference: 'PO number',
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
    noProduct: 'Pas ce produit',
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
    },
    needCustomer: 'Choisissez à qui la facture s’adresse.',
    needLines: 'Une facture a besoin d’au moins une ligne.',
    subtotal: 'Sous-total',
    tax: 'Taxe',
    total: 'Total',
    tooLarge: 'Ces lignes dépassent le plus grand montant possible.',
    unfinished: (count, one) =>
      one
        ? '1 ligne est inachevée et n’est pas comptée.'
        : `${count} lignes sont inachevées et ne sont pas comptées.`,
    create: 'Enregistrer le brouillon',
    save: 'Enregistrer',
    saveAndFinalize: 'Enregistrer et émettre…',
    saved: 'Brouillon enregistré',
    restored: 'Ce que vous aviez saisi sans l’enregistrer est de nouveau là.',
    discard: 'L’abandonner',
    notDraft: (number) => `${number} a été émise entre-temps et ne peut plus changer.`,
    toInvoice: 'Voir la facture',
    conflict: 'Quelqu’un d’autre a modifié ce brouillon',
    conflictText: (properties) =>
      `Depuis que vous l’avez ouvert, ceci a changé : ${properties}. Rien de ce que vous avez saisi n’est perdu : enregistrez votre version par-dessus, ou prenez l’autre.`,
    conflictNone: 'Depuis que vous l’avez ouvert, il a été enregistré avec le même contenu.',
    useMine: 'Enregistrer la mienne par-dessus',
    useTheirs: 'Prendre l’autre, abandonner la mienne',
    properties: {
      customer_id: 'client',
      currency: 'devise',
      due_date: 'échéance',
      reference: 'bon de commande',
      notes: 'notes',
      lines: 'lignes',
    },
  },
})
