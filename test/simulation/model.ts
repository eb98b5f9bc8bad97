// The reference model: what each command must return, change and record, by the specification and the contract. It
// shares no code with the engine.

import type { Command, Version } from './commands.ts'
import { type End, refused, type Seen } from './ends.ts'
import { changeInvoice, createInvoice, finalize, voidInvoice } from './model-invoices.ts'
import { moveCredit, pay, reverse } from './model-money.ts'
import {
  archiveProduct,
  changeCustomer,
  changeProduct,
  changeSettings,
  createCustomer,
  createProduct,
  deleteCustomer,
} from './model-others.ts'
import { type Shown, type State, showCustomer } from './state.ts'

/** Applies a command to a state, which it changes. */
export function play(state: State, command: Command, seen: Seen): End {
  switch (command.do) {
    case 'create customer':
      return createCustomer(state, command.body, seen)
    case 'change customer':
      return changeCustomer(state, command)
    case 'delete customer':
      return deleteCustomer(state, command)
    case 'create product':
      return createProduct(state, command.body, seen)
    case 'change product':
      return changeProduct(state, command.id, command.body, command.match)
    case 'archive product':
      return archiveProduct(state, command.id, command.match)
    case 'create invoice':
      return createInvoice(state, command.body, seen)
    case 'change invoice':
      return changeInvoice(state, command, seen)
    case 'finalize':
      return finalize(state, command, seen)
    case 'void':
      return voidInvoice(state, command)
    case 'pay':
      return pay(state, command.body, seen)
    case 'reverse':
      return reverse(state, command.id, seen)
    case 'credit':
      return moveCredit(state, command.id, command.body)
    case 'change settings':
      return changeSettings(state, command.body, command.match)
    case 'advance':
      return { end: 'ok', events: [] }
    case 'read':
      return read(state, command.id)
  }
}

function read(state: State, id: string): End {
  const customer = state.customers[id]
  if (customer) {
    if (customer.isDeleted) return refused('resource_missing')
    return { end: 'ok', shows: showCustomer(state, customer), events: [] }
  }
  const all: Record<string, Shown> = {
    ...state.products,
    ...state.invoices,
    ...state.payments,
    account: state.account,
  }
  const shown = all[id]
  return shown ? { end: 'ok', shows: shown.json, events: [] } : refused('resource_missing')
}

/** The version of an object that was read, as If-Match names it. */
export function versionOf(state: State, id: string, etag: string): Version | undefined {
  const customer = state.customers[id]
  if (customer) {
    const json = JSON.stringify(showCustomer(state, customer))
    return { etag, revision: customer.revision, json }
  }
  const shown =
    state.products[id] ?? state.invoices[id] ?? (id === 'account' ? state.account : undefined)
  return shown && { etag, revision: shown.revision, json: JSON.stringify(shown.json) }
}
