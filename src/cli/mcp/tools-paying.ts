// The tools that read how customers pay: saved cards and accounts, the gateways that charge them, and what differs there.

import { Type } from 'typebox'
import { GATEWAY_STATUSES } from '../../domain/gateway.ts'
import { PAYMENT_METHOD_STATUSES } from '../../domain/payment-method.ts'
import {
  CustomerId,
  Input,
  ListInTheApi,
  MOST,
  Most,
  plural,
  type ReadTool,
  readTool,
  Text,
  Words,
} from './tool.ts'
import { HasMore, NextPage, readList } from './tools-reading.ts'

const listPaymentMethods = readTool({
  name: 'list_payment_methods',
  title: 'List saved cards and accounts',
  description:
    'Lists the cards and accounts that customers saved, newest first, of a customer or in a state. Only what identifies them is known, such as the last four digits. get_customer says which one is the default.',
  scopes: ['payments:read'],
  input: Input({
    customer_id: Type.Optional(CustomerId),
    status: Type.Optional(Words(PAYMENT_METHOD_STATUSES, 'Only an active one can pay.')),
    limit: Type.Optional(Most),
    starting_after: Type.Optional(NextPage),
  }),
  output: { payment_methods: ListInTheApi('The cards and accounts.'), has_more: HasMore },
  read: (service, query) => readList(service, 'payment_methods', query, 'payment method'),
})

const listGateways = readTool({
  name: 'list_gateways',
  title: 'List payment gateways',
  description:
    'Lists the payment services that charge cards and accounts, with their currencies and which one is the default. In a test environment, the simulated gateway is not in the list: it takes all currencies that no active gateway takes.',
  scopes: ['account:read'],
  input: Input({
    status: Type.Optional(Words(GATEWAY_STATUSES, 'A disabled one begins no new payments.')),
    limit: Type.Optional(Most),
    starting_after: Type.Optional(Text(64, 'ID of the last gateway of the previous page.')),
  }),
  output: { gateways: ListInTheApi('The gateways, without their secrets.'), has_more: HasMore },
  read: (service, query) => readList(service, 'gateways', query, 'gateway'),
})

const getReconciliation = readTool({
  name: 'get_reconciliation',
  title: 'Get the reconciliation with gateways',
  description:
    'Reads whether the gateways have the money that the books say: for each gateway until when its payments are compared, how many, and whether it responds; and the payments that still differ, newest first.',
  scopes: ['payments:read'],
  input: Input({
    limit: Type.Optional(Most),
    starting_after: Type.Optional(NextPage),
  }),
  output: {
    gateways: ListInTheApi('The gateways; `gateway_id` is null for the simulated one.'),
    differences: ListInTheApi('What still differs.'),
    has_more: HasMore,
  },
  async read(service, { limit = MOST, starting_after }) {
    const query = { status: 'open', limit, starting_after }
    const [state, differences] = await Promise.all([
      service.ask('GET', '/v1/reconciliation'),
      service.ask('GET', '/v1/reconciliation/differences', { query }),
    ])
    const { data, has_more } = differences.body
    return {
      data: { gateways: state.body.gateways, differences: data, has_more },
      text: `${plural(state.body.open_differences, 'open difference')}.`,
    }
  },
})

export const PAYING: readonly ReadTool[] = [listPaymentMethods, listGateways, getReconciliation]
