// All SQL of products and their search words.

import { wordsOf } from '../../domain/words.ts'
import type { Table } from '../../platform/db/table.ts'
import { changesOfWords, saveWords, type Worded } from '../../platform/db/word-index.ts'
import { type ProductRow, productRecord } from './record.ts'

/** The fields by which a product is found. */
type Searched = Pick<ProductRow, 'name'>

export interface Product extends ProductRow {
  /** The row when it was locked, which has the previous search words. */
  was?: Searched & { words_version: number }
}

/** The search words of a product, archived or not. */
export const productWords: Worded<Searched> = {
  table: 'product_words',
  column: 'product_id',
  type: 'uuid',
  owner: 'products',
  columns: 'name',
  wordsOf: ({ name }) => wordsOf([name]),
}

export const products: Table<Product> = {
  ...productRecord,

  async lock(tx, keys, how) {
    return (await productRecord.lock(tx, keys, how)).map(withFormer)
  },

  async findBy(tx, column, keys) {
    return (await productRecord.findBy(tx, column, keys)).map(withFormer)
  },

  async insert(tx, rows) {
    await Promise.all([
      productRecord.insert(tx, rows),
      saveWords(tx, productWords, changesOfWords(productWords, rows)),
    ])
  },

  async update(tx, rows) {
    const renamed = rows.filter(({ was, name }) => was?.words_version !== 1 || was.name !== name)
    await Promise.all([
      productRecord.update(tx, rows),
      saveWords(tx, productWords, changesOfWords(productWords, renamed)),
    ])
  },
}

const withFormer = (row: ProductRow): Product => ({
  ...row,
  was: row as ProductRow & { words_version: number },
})
