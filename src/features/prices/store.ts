// Prices with their lookup keys, which are unique in their environment.

import { type Former, uniqueColumn } from '../unique-column.ts'
import { type PriceRow, priceRecord } from './record.ts'

export type Price = Former<PriceRow, 'lookup_key'>

export const { table: prices, unique: lookupKeys } = uniqueColumn(priceRecord, 'lookup_key')
