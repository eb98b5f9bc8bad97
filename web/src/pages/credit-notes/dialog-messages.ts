// The messages of the dialog that issues a credit note.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: (number: string) => `Credit ${number}`,
    credit: 'Credit',
    done: 'Credit note issued',
    what: 'What to credit',
    ways: { lines: 'By line', amount: 'An amount', all: 'Everything left' },
    linesHint: 'Enter a quantity or an amount for each line that you credit.',
    beforeTax: 'Amounts are before tax, which is credited with them.',
    withTax: 'Amounts include tax.',
    quantity: 'Quantity',
    quantityOf: (line: string) => `Quantity of ${line}`,
    amount: 'Amount',
    amountOf: (line: string) => `Amount of ${line}`,
    left: (quantity: string, amount: string) => `Left: ${quantity}, or ${amount}`,
    amountLeft: (amount: string) => `Left: ${amount}`,
    nothingLeft: 'Fully credited',
    total: 'Amount with tax',
    totalHint: (amount: string) => `At most ${amount}. It is spread over all lines.`,
    atMost: (most: string) => `At most ${most}`,
    positive: 'More than 0',
    reason: 'Reason',
    chooseReason: 'Choose a reason',
    note: 'Note on the document',
    noteHint: 'Optional. The customer sees it.',
    outside: 'Returned outside of Reckoner',
    outsideHint: 'If you paid it back in cash or by transfer. Otherwise it becomes credit.',
    reference: 'Payment reference',
    outsideRest: (most: string) =>
      `Only ${most} is left to return after the balance due. Enter less.`,
    outsideReceived: (most: string) =>
      `Only ${most} of the money received was not returned yet. Enter less: the rest becomes credit.`,
    preview: 'Preview of the credit note',
    unfinished: 'Enter what to credit to see the credit note.',
    remaining: 'Balance due afterwards',
    exceeds: (most: string) =>
      `Only ${most} can still be credited. Another credit note was issued in the meantime: enter less.`,
    exceedsQuantity:
      'Less can still be credited, because another credit note was issued in the meantime. Enter less.',
    outdated:
      'The invoice has changed since the preview. Check the new figures, then credit again.',
    notCreditable: 'This invoice can no longer be credited. Close this dialog to see its status.',
  },
  fr: {
    title: (number) => `Créditer ${number}`,
    credit: 'Créditer',
    done: 'Avoir émis',
    what: 'Ce qui est crédité',
    ways: { lines: 'Par ligne', amount: 'Un montant', all: 'Tout le reste' },
    linesHint: 'Saisissez une quantité ou un montant pour chaque ligne à créditer.',
    beforeTax: 'Les montants sont hors taxes ; les taxes suivent.',
    withTax: 'Les montants comprennent les taxes.',
    quantity: 'Quantité',
    quantityOf: (line) => `Quantité de ${line}`,
    amount: 'Montant',
    amountOf: (line) => `Montant de ${line}`,
    left: (quantity, amount) => `Reste : ${quantity}, ou ${amount}`,
    amountLeft: (amount) => `Reste : ${amount}`,
    nothingLeft: 'Entièrement créditée',
    total: 'Montant, taxes comprises',
    totalHint: (amount) => `Au plus ${amount}, réparti sur toutes les lignes.`,
    atMost: (most) => `Au plus ${most}`,
    positive: 'Plus de 0',
    reason: 'Motif',
    chooseReason: 'Choisissez un motif',
    note: 'Note sur le document',
    noteHint: 'Facultative. Le client la voit.',
    outside: 'Rendu hors de Reckoner',
    outsideHint: 'Si vous l’avez rendu en espèces ou par virement. Sinon, cela devient un crédit.',
    reference: 'Référence du paiement',
    outsideRest: (most) =>
      `Après le solde à payer, il ne reste que ${most} à rendre. Saisissez moins.`,
    outsideReceived: (most) =>
      `De l’argent reçu, seuls ${most} n’ont pas encore été rendus. Saisissez moins : le reste devient un crédit.`,
    preview: 'Aperçu de l’avoir',
    unfinished: 'Saisissez ce qui est crédité pour voir l’avoir.',
    remaining: 'Solde à payer ensuite',
    exceeds: (most) =>
      `Il ne reste que ${most} à créditer, car un autre avoir a été émis entre-temps : saisissez moins.`,
    exceedsQuantity:
      'Il reste moins à créditer, car un autre avoir a été émis entre-temps. Saisissez moins.',
    outdated:
      'La facture a changé depuis l’aperçu. Vérifiez les nouveaux chiffres, puis créditez de nouveau.',
    notCreditable:
      'Cette facture ne peut plus être créditée. Fermez ce dialogue pour voir son état.',
  },
})
