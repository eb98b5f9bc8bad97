-- expand
-- No older refund was paid by a gateway.
alter table refunds validate constraint refunds_by_gateway;
