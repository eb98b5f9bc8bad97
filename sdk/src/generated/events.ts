// The events of openapi.json. Written by sdk/generate.ts: never by hand.
import type {
  AccountUpdatedEvent,
  CouponCreatedEvent,
  CouponRedeemedEvent,
  CouponReleasedEvent,
  CouponUpdatedEvent,
  CreditTransactionCreatedEvent,
  CustomerCreatedEvent,
  CustomerDeletedEvent,
  CustomerErasedEvent,
  CustomerUpdatedEvent,
  InvoiceCreatedEvent,
  InvoiceFinalizedEvent,
  InvoiceOverdueEvent,
  InvoicePaidEvent,
  InvoicePartiallyPaidEvent,
  InvoicePaymentReversedEvent,
  InvoiceRemindedEvent,
  InvoiceSendFailedEvent,
  InvoiceSentEvent,
  InvoiceUpdatedEvent,
  InvoiceVoidedEvent,
  PaymentCreatedEvent,
  PaymentReversedEvent,
  PriceCreatedEvent,
  PriceUpdatedEvent,
  ProductArchivedEvent,
  ProductCreatedEvent,
  ProductUpdatedEvent,
  PromotionCodeCreatedEvent,
  PromotionCodeUpdatedEvent,
  TaxRateCreatedEvent,
  TaxRateUpdatedEvent,
  TaxRegistrationCreatedEvent,
  TaxRegistrationUpdatedEvent,
  WebhookEndpointCreatedEvent,
  WebhookEndpointDeletedEvent,
  WebhookEndpointDisabledEvent,
  WebhookEndpointSecretRotatedEvent,
  WebhookEndpointTestEvent,
  WebhookEndpointUpdatedEvent,
} from './types.gen.ts'

/** Every event this version knows, told apart by `type`. */
export type KnownEvent =
  | AccountUpdatedEvent
  | CouponCreatedEvent
  | CouponRedeemedEvent
  | CouponReleasedEvent
  | CouponUpdatedEvent
  | CreditTransactionCreatedEvent
  | CustomerCreatedEvent
  | CustomerDeletedEvent
  | CustomerErasedEvent
  | CustomerUpdatedEvent
  | InvoiceCreatedEvent
  | InvoiceFinalizedEvent
  | InvoiceOverdueEvent
  | InvoicePaidEvent
  | InvoicePartiallyPaidEvent
  | InvoicePaymentReversedEvent
  | InvoiceRemindedEvent
  | InvoiceSendFailedEvent
  | InvoiceSentEvent
  | InvoiceUpdatedEvent
  | InvoiceVoidedEvent
  | PaymentCreatedEvent
  | PaymentReversedEvent
  | PriceCreatedEvent
  | PriceUpdatedEvent
  | ProductArchivedEvent
  | ProductCreatedEvent
  | ProductUpdatedEvent
  | PromotionCodeCreatedEvent
  | PromotionCodeUpdatedEvent
  | TaxRateCreatedEvent
  | TaxRateUpdatedEvent
  | TaxRegistrationCreatedEvent
  | TaxRegistrationUpdatedEvent
  | WebhookEndpointCreatedEvent
  | WebhookEndpointDeletedEvent
  | WebhookEndpointDisabledEvent
  | WebhookEndpointSecretRotatedEvent
  | WebhookEndpointTestEvent
  | WebhookEndpointUpdatedEvent
