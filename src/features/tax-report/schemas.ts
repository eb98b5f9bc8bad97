// Tax report schemas: responses and query parameters.

import { type Static, Type } from 'typebox'
import { UNTAXED } from '../../domain/tax/supplies.ts'
import { TAX_CATEGORIES, TAX_REASONS } from '../../domain/tax/tax.ts'
import { Body, OneOf } from '../../platform/http/shapes.ts'

const CivilDate = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2026-11-30'] })

export const TaxReportQuery = Body({
  from: CivilDate("The first day, in the account's time zone."),
  to: CivilDate("The last day, in the account's time zone."),
  jurisdiction: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}(-.{1,64})?$',
      description: 'Taxes of a country and its regions (`CA`), or of one region (`CA-QC`).',
      examples: ['CA-QC'],
    }),
  ),
  currency: Type.Optional(
    Type.String({
      format: 'currency',
      description: 'Currency of the documents.',
      examples: ['cad'],
    }),
  ),
})
export type TaxReportQuery = Static<typeof TaxReportQuery>

const sum = (description: string) => Type.Integer({ description })

const sums = {
  tax: sum('Tax of documents finalized in the period.'),
  credited_tax: sum('Tax of documents voided in the period.'),
  net_tax: sum('tax − credited_tax.'),
  revenue: sum(
    'Net revenue. A line with several taxes counts in one row (the tax of the country first, then by rate), so that the rows add up to the revenue of the period.',
  ),
  ledger: sum('Amount in the account `tax_payable` for the period; equal in consistent books.'),
  documents: Type.Integer({ description: 'Number of documents finalized.' }),
}

const strict = { additionalProperties: false }

export const TaxReport = Type.Object(
  {
    object: Type.Literal('tax_report'),
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    currencies: Type.Array(
      Type.Object(
        {
          currency: Type.String({ examples: ['cad'] }),
          data: Type.Array(
            Type.Object(
              {
                rate: Type.String({
                  description:
                    'Rate, as on invoices and in the ledger; `untaxed` for supplies without tax.',
                }),
                name: Type.String(),
                country: Type.String(),
                region: Type.Union([Type.String(), Type.Null()]),
                percentage: Type.String({ description: 'In percent.' }),
                category: OneOf([...TAX_CATEGORIES, UNTAXED], 'Tax category.'),
                reason: Type.Union([OneOf(TAX_REASONS, ''), Type.Null()], {
                  description: 'Why the supplies are untaxed; null for taxes.',
                }),
                data_missing: Type.Boolean({
                  description:
                    'True for supplies that are untaxed because an address or a rate is missing.',
                }),
                taxable: sum('Taxable amount of documents finalized in the period.'),
                credited_taxable: sum(
                  'Taxable amount of documents voided and credited in the period.',
                ),
                net_taxable: sum('taxable − credited_taxable.'),
                ...sums,
              },
              strict,
            ),
          ),
          totals: Type.Object(
            {
              ...sums,
              ledger_revenue: Type.Union([Type.Integer(), Type.Null()], {
                description:
                  'Amount in the account `revenue` for the period; null with `jurisdiction`.',
              }),
            },
            strict,
          ),
          difference: sum('net_tax − ledger of the totals: 0 in consistent books.'),
          revenue_difference: Type.Union([Type.Integer(), Type.Null()], {
            description:
              'revenue − ledger_revenue of the totals: 0 in consistent books; null with `jurisdiction`.',
          }),
        },
        strict,
      ),
      { description: "Amounts are in each currency's smallest unit." },
    ),
    oss: Type.Union(
      [
        Type.Object(
          {
            year: Type.Integer(),
            currency: Type.Literal('eur'),
            turnover: sum('Sales in euros to consumers of other member states, without tax.'),
            previous_turnover: sum('The same for the previous year, which also counts.'),
            limit: sum('Above it, the rates of their countries apply.'),
            is_near: Type.Boolean({
              description:
                'Whether it is at least 80% of the limit, or the previous year was above it.',
            }),
          },
          strict,
        ),
        Type.Null(),
      ],
      {
        description:
          'For sellers registered in a member state: the threshold of Directive 2006/112/EC, Art. 59c, in the calendar year of `to`. Null for others.',
      },
    ),
  },
  { title: 'TaxReport', additionalProperties: false },
)
