// The definition of a tool: a task in terms of the API, described so that a model can choose it.

import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Service } from './service.ts'

export interface ToolResult {
  /** The data, which can contain text by strangers. */
  data: Record<string, unknown>
  /** Our own text only, without any text by others. */
  text: string
}

interface Described<I extends TObject> {
  name: string
  title: string
  description: string
  input: I
  /** The tool needs all of them. */
  scopes: readonly string[]
}

export interface ReadTool<I extends TObject = TObject> extends Described<I> {
  kind: 'read'
  /** The properties of the result; others are allowed. */
  output: TProperties
  read(service: Service, args: Static<I>): Promise<ToolResult>
}

export interface Write {
  method: 'POST' | 'PATCH'
  path: string
  body?: unknown
  /** The object that must still be as the dry run saw it, if it has an ETag. */
  object?: string
}

export interface WriteTool<I extends TObject = TObject> extends Described<I> {
  kind: 'write'
  /** True if it reverses something or reaches people outside, rather than adding to the records. */
  destructive: boolean
  /** The request to send. Throws ToolError if the arguments make no sense. */
  write(args: Static<I>): Write
}

export type Tool = ReadTool | WriteTool

// The argument types are erased here: the caller has checked the arguments against the schema.
export const readTool = <I extends TObject>(tool: Omit<ReadTool<I>, 'kind'>): ReadTool =>
  ({ ...tool, kind: 'read' }) as unknown as ReadTool
export const writeTool = <I extends TObject>(tool: Omit<WriteTool<I>, 'kind'>): WriteTool =>
  ({ ...tool, kind: 'write' }) as unknown as WriteTool

/** An act on an object, which must still be as the dry run saw it. */
export function deed(kind: string, id: string, verb: string, body?: object): Write {
  const object = `/v1/${kind}/${id}`
  return { method: 'POST', path: `${object}/${verb}`, body, object }
}

/** A closed object. */
export const Input = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

export const Words = <T extends string>(words: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...words], description })

export const Text = (most: number, description: string, examples?: string[]) =>
  Type.String({ maxLength: most, description, ...(examples && { examples }) })

const ULID = '[0-7][0-9a-hjkmnp-tv-z]{25}'

/** The API shows customers by number here and with a prefixed ID elsewhere: both are accepted. */
export const CustomerId = Type.Unsafe<string | number>({
  type: ['string', 'integer'],
  pattern: '^(cus_)?[1-9][0-9]{0,14}$',
  minimum: 1,
  maximum: 999_999_999_999_999,
  description: 'ID of the customer.',
  examples: ['cus_1001', 1001],
})
export const InvoiceId = Type.String({
  pattern: `^inv_${ULID}$`,
  description: 'ID of the invoice (not its number; find_anything finds the ID of a number).',
  examples: ['inv_01h2xcejqtf2nbrexx3vqjhp41'],
})
export const PaymentId = Type.String({
  pattern: `^pay_${ULID}$`,
  description: 'ID of the payment.',
  examples: ['pay_01h2xcejqtf2nbrexx3vqjhp41'],
})
export const CreditNoteId = Type.String({
  pattern: `^cn_${ULID}$`,
  description: 'ID of the credit note.',
  examples: ['cn_01h2xcejqtf2nbrexx3vqjhp41'],
})
export const RefundId = Type.String({
  pattern: `^re_${ULID}$`,
  description: 'ID of the refund.',
  examples: ['re_01h2xcejqtf2nbrexx3vqjhp41'],
})
export const Currency = (description: string) =>
  Type.String({ pattern: '^[A-Za-z]{3}$', description, examples: ['cad', 'usd', 'jpy'] })
export const SubscriptionId = Type.String({
  pattern: `^sub_${ULID}$`,
  description: 'ID of the subscription.',
  examples: ['sub_01h2xcejqtf2nbrexx3vqjhp41'],
})
export const Day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description, examples: ['2026-12-20'] })
export const Amount = (minimum: number, description: string) =>
  Type.Integer({
    minimum,
    maximum: Number.MAX_SAFE_INTEGER,
    description: `${description} In the smallest unit of the currency: 1999 is 19.99 USD, 500 is 500 JPY.`,
    examples: [1999],
  })
export const Most = Type.Integer({
  minimum: 1,
  maximum: 50,
  description: 'Maximum number of objects. Default: 20.',
})
export const MOST = 20

/** An object or list as the API returns it. */
export const AsInTheApi = (description: string): TSchema =>
  Type.Object({}, { description, additionalProperties: true })
export const ListInTheApi = (description: string): TSchema =>
  Type.Array(Type.Object({}, { additionalProperties: true }), { description })

export const plural = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
