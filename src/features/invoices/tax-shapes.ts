// Taxes of lines, and of invoices and credit notes, as clients see them.

import { Type } from 'typebox'
import { TAX_CATEGORIES, TAX_REASONS } from '../../domain/tax/tax.ts'
import { OneOf, orNull } from '../../platform/http/shapes.ts'

const Signed = (description: string) =>
  Type.Integer({
    minimum: -Number.MAX_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description,
  })

const taxShape = {
  rate: Type.String({
    description: 'The tax rate, `txr_…`, or a built-in rate such as `CA-QC/QST/9.975`.',
  }),
  name: Type.String({ description: 'Name on documents, such as QST.' }),
  percentage: Type.String({ description: 'In percent.', examples: ['9.975'] }),
  inclusive: Type.Boolean({ description: 'Whether prices include it.' }),
  taxable: Signed('Taxable amount, without tax.'),
  amount: Signed('Amount of the tax.'),
}
export const LineTax = Type.Object(taxShape, { title: 'LineTax', additionalProperties: false })
export const InvoiceTaxes = Type.Array(
  Type.Object(
    {
      ...taxShape,
      country: Type.String(),
      region: orNull(Type.String()),
      category: OneOf(TAX_CATEGORIES, 'Tax category.'),
      reference: Type.String({ description: 'Text that the law requires on documents.' }),
      registration: Type.String({ description: 'Your registration number for it.' }),
      reason: Type.Object(
        {
          code: OneOf(TAX_REASONS, 'Why it applies.'),
          place: Type.String({ description: 'Tax location of the customer, such as CA-QC.' }),
          date: Type.String({ format: 'date', description: 'Day of the rates.' }),
        },
        { title: 'TaxReason', additionalProperties: false },
      ),
    },
    { title: 'InvoiceTax', additionalProperties: false },
  ),
  { description: 'Taxes with their taxable amounts.' },
)
