// The tools that read how customers pay: saved cards and accounts, and the gateways that charge them.

import { Type } from 'typebox'
import { GATEWAY_STATUSES } from '../../domain/gateway.ts'
import { PAYMENT_METHOD_STATUSES } from '../../domain/payment-method.ts'
import {
  CustomerId,
  Input,
  ListInTheApi,
  Most,
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

export const PAYING: readonly ReadTool[] = [listPaymentMethods, listGateways]
