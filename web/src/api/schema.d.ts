export interface components {
  schemas: {
    Pagination: { total_count: number; max_page: number };
    Address: { line1?: string | null; line2?: string | null; postal_code?: string | null; city?: string | null; state?: string | null; country: string };
    User: { id: string; email: string; name: string; image: string | null; emailVerified: boolean; createdAt: string; updatedAt: string };
    Session: { id: string; token: string; userId: string; expiresAt: string; createdAt: string; updatedAt: string; ipAddress: string | null; userAgent: string | null; activeOrganizationId: string | null };
    AuthOrganization: { id: string; name: string; slug: string; logo: string | null; createdAt: string };
    FullOrganization: components['schemas']['AuthOrganization'] & { members: { id: string; userId: string; role: string; user: { id: string; name: string; email: string; image: string | null } }[] };
    Organization: { created_at: string; modified_at: string | null; id: string; name: string; slug: string; avatar_url: string | null; email: string | null; website: string | null; socials: components['schemas']['OrganizationSocialLink'][]; subscription_settings: components['schemas']['OrganizationSubscriptionSettings'] };
    OrganizationSocialLink: { platform: 'x' | 'github' | 'facebook' | 'instagram' | 'youtube' | 'tiktok' | 'linkedin' | 'other'; url: string };
    OrganizationSubscriptionSettings: { allow_multiple_subscriptions: boolean; allow_customer_updates: boolean; proration_behavior: 'invoice' | 'prorate' };
    WebhookEndpoint: { id: string; created_at: string; modified_at: string | null; url: string; format: 'raw'; secret?: string | null; organization_id: string; events: string[] };
    WebhookDelivery: { id: string; created_at: string; modified_at: string | null; http_code: number | null; succeeded: boolean; webhook_event: { id: string; created_at: string; modified_at: string | null; last_http_code: number | null; succeeded: boolean | null; payload: string } };
    OrganizationAccessToken: { id: string; created_at: string; modified_at: string | null; comment: string; scopes: string[]; expires_at: string | null; last_used_at: string | null; organization_id: string };
    BenefitPublic: { id: string; created_at: string; modified_at: string | null; type: string; description: string; selectable: boolean; deletable: boolean; organization_id: string };
    Benefit: { id: string; created_at: string; modified_at: string | null; type: string; description: string; selectable: boolean; deletable: boolean; organization_id: string; properties: { note: string | null } };
    ProductPrice: { created_at: string; modified_at: string | null; id: string; amount_type: 'free' | 'fixed' | 'custom' | 'metered_unit'; is_archived: boolean; product_id: string; type: 'one_time' | 'recurring'; recurring_interval: 'month' | 'year' | null; price_currency?: string; price_amount?: number };
    Product: { created_at: string; modified_at: string | null; id: string; name: string; description: string | null; recurring_interval: 'month' | 'year' | null; is_recurring: boolean; is_archived: boolean; organization_id: string; prices: components['schemas']['ProductPrice'][]; benefits: components['schemas']['Benefit'][] };
    CheckoutProduct: { created_at: string; modified_at: string | null; id: string; name: string; description: string | null; recurring_interval: 'month' | 'year' | null; is_recurring: boolean; is_archived: boolean; organization_id: string; prices: components['schemas']['ProductPrice'][]; benefits: components['schemas']['BenefitPublic'][] };
    Customer: { id: string; created_at: string; modified_at: string | null; external_id: string | null; email: string; email_verified: boolean; name: string | null; billing_address: components['schemas']['Address'] | null; organization_id: string; deleted_at: string | null; avatar_url: string };
    CustomerStateSubscription: { id: string; created_at: string; status: string; amount: number; currency: string; recurring_interval: 'month' | 'year'; current_period_start: string; current_period_end: string | null; cancel_at_period_end: boolean; started_at: string | null; product_id: string };
    CustomerStateBenefitGrant: { id: string; created_at: string; granted_at: string; benefit_id: string; benefit_type: string };
    CustomerState: { id: string; active_subscriptions: components['schemas']['CustomerStateSubscription'][]; granted_benefits: components['schemas']['CustomerStateBenefitGrant'][] };
    OrderItem: { created_at: string; modified_at: string | null; id: string; label: string; amount: number; tax_amount: number; proration: boolean; product_price_id: string | null };
    OrderProduct: { created_at: string; modified_at: string | null; id: string; name: string; description: string | null; recurring_interval: 'month' | 'year' | null; is_recurring: boolean; is_archived: boolean; organization_id: string };
    Order: { id: string; created_at: string; modified_at: string | null; status: 'pending' | 'paid'; paid: boolean; subtotal_amount: number; discount_amount: number; net_amount: number; amount: number; tax_amount: number; total_amount: number; refunded_amount: number; refunded_tax_amount: number; currency: string; billing_reason: 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update'; billing_address: components['schemas']['Address'] | null; customer_id: string; product_id: string; subscription_id: string | null; checkout_id: string | null; customer: components['schemas']['Customer']; product: components['schemas']['OrderProduct']; subscription: components['schemas']['SubscriptionBase'] | null; items: components['schemas']['OrderItem'][] };
    SubscriptionBase: { id: string; created_at: string; modified_at: string | null; amount: number; currency: string; recurring_interval: 'month' | 'year'; status: 'active' | 'past_due' | 'canceled'; current_period_start: string; current_period_end: string | null; cancel_at_period_end: boolean; canceled_at: string | null; started_at: string | null; ends_at: string | null; ended_at: string | null; customer_id: string; product_id: string; checkout_id: string | null; customer_cancellation_reason: components['schemas']['CancellationReason'] | null; customer_cancellation_comment: string | null };
    CancellationReason: 'customer_service' | 'low_quality' | 'missing_features' | 'switched_service' | 'too_complex' | 'too_expensive' | 'unused' | 'other';
    Subscription: components['schemas']['SubscriptionBase'] & { customer: components['schemas']['Customer']; product: components['schemas']['Product']; prices: components['schemas']['ProductPrice'][] };
    Checkout: Omit<components['schemas']['CheckoutPublic'], 'organization'> & { modified_at: string | null; customer_external_id: string | null; subscription_id: string | null; is_free_product_price: boolean };
    BenefitGrant: { created_at: string; modified_at: string | null; id: string; granted_at: string | null; is_granted: boolean; revoked_at: string | null; is_revoked: boolean; subscription_id: string | null; order_id: string | null; customer_id: string; benefit_id: string; customer: components['schemas']['Customer'] };
    MetricValues: { orders: number; revenue: number; cumulative_revenue: number; average_order_value: number; one_time_products: number; one_time_products_revenue: number; new_subscriptions: number; new_subscriptions_revenue: number; renewed_subscriptions: number; renewed_subscriptions_revenue: number; active_subscriptions: number; monthly_recurring_revenue: number; checkouts: number; succeeded_checkouts: number; checkouts_conversion: number };
    MetricsResponse: { periods: (components['schemas']['MetricValues'] & { timestamp: string })[]; totals: components['schemas']['MetricValues'] };
    LedgerActor: { kind: string; id: string; via?: string | null; impersonator?: string | null; name?: string | null };
    LedgerEvent: { id: string; organization_id: string; type: string; stream: string; category: string; revision: number; persons: string[]; occurred_at: string; recorded_at: string; actor: components['schemas']['LedgerActor']; command_id: string; causation_id: string; correlation_id: string };
    LedgerEventOpened: components['schemas']['LedgerEvent'] & { data: Record<string, unknown>; state: Record<string, unknown> | null };
    CheckoutPublic: { created_at: string; id: string; status: 'open' | 'expired' | 'confirmed' | 'succeeded' | 'failed'; client_secret: string; url: string; expires_at: string; success_url: string; amount: number; discount_amount: number; net_amount: number; tax_amount: number | null; total_amount: number; currency: string; product_id: string; require_billing_address: boolean; is_payment_required: boolean; is_payment_setup_required: boolean; is_payment_form_required: boolean; payment_processor_metadata: Record<string, string>; customer_id: string | null; customer_name: string | null; customer_email: string | null; customer_billing_address: components['schemas']['Address'] | null; products: components['schemas']['CheckoutProduct'][]; product: components['schemas']['CheckoutProduct']; product_price: components['schemas']['ProductPrice']; organization: components['schemas']['Organization']; customer_billing_address_fields: { country: boolean; state: boolean; city: boolean; postal_code: boolean; line1: boolean; line2: boolean } };
  };
}

export interface paths {
  '/api/auth/get-session': {
    get: { parameters: { query?: never; path?: never }; responses: { 200: { content: { 'application/json': { session: components['schemas']['Session']; user: components['schemas']['User'] } | null } } } };
  };
  '/api/auth/sign-up/email': {
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { name: string; email: string; password: string; callbackURL?: string } } }; responses: { 200: { content: { 'application/json': { token: string | null; user: components['schemas']['User'] } } } } };
  };
  '/api/auth/sign-in/email': {
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { email: string; password: string; rememberMe?: boolean } } }; responses: { 200: { content: { 'application/json': { token: string; user: components['schemas']['User'] } } } } };
  };
  '/api/auth/sign-out': {
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': Record<string, never> } }; responses: { 200: { content: { 'application/json': { success: boolean } } } } };
  };
  '/api/auth/send-verification-email': {
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { email: string; callbackURL?: string } } }; responses: { 200: { content: { 'application/json': { status: boolean } } } } };
  };
  '/api/auth/organization/list': {
    get: { parameters: { query?: never; path?: never }; responses: { 200: { content: { 'application/json': components['schemas']['AuthOrganization'][] } } } };
  };
  '/api/auth/organization/create': {
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { name: string; slug: string } } }; responses: { 200: { content: { 'application/json': components['schemas']['AuthOrganization'] } } } };
  };
  '/api/auth/organization/check-slug': {
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { slug: string } } }; responses: { 200: { content: { 'application/json': { status: boolean } } } } };
  };
  '/api/auth/organization/get-full-organization': {
    get: { parameters: { query?: { organizationId?: string; organizationSlug?: string }; path?: never }; responses: { 200: { content: { 'application/json': components['schemas']['FullOrganization'] | null } } } };
  };
  '/api/auth/organization/set-active': {
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { organizationId?: string | null; organizationSlug?: string } } }; responses: { 200: { content: { 'application/json': unknown } } } };
  };
  '/api/ledger/events': {
    get: { parameters: { query?: { organization_id?: string[]; type?: string[]; category?: string[]; stream?: string[]; person?: string[]; from?: string; to?: string; page?: number; limit?: number }; path?: never }; responses: { 200: { content: { 'application/json': { items: components['schemas']['LedgerEvent'][]; pagination: components['schemas']['Pagination'] } } } } };
  };
  '/api/ledger/events/{id}': {
    get: { parameters: { query?: never; path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['LedgerEventOpened'] } } } };
  };
  '/api/ledger/streams/{stream}': {
    get: { parameters: { query?: never; path: { stream: string } }; responses: { 200: { content: { 'application/json': { items: components['schemas']['LedgerEventOpened'][] } } } } };
  };
  '/v1/organizations/': {
    get: { parameters: { query?: { slug?: string; page?: number; limit?: number; sorting?: string[] }; path?: never }; responses: { 200: { content: { 'application/json': { items: components['schemas']['Organization'][]; pagination: components['schemas']['Pagination'] } } } } };
  };
  '/v1/organizations/{id}': {
    get: { parameters: { query?: never; path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['Organization'] } } } };
    patch: { parameters: { query?: never; path: { id: string } }; requestBody: { content: { 'application/json': { name?: string; email?: string | null; website?: string | null; avatar_url?: string | null; socials?: components['schemas']['OrganizationSocialLink'][]; subscription_settings?: components['schemas']['OrganizationSubscriptionSettings'] } } }; responses: { 200: { content: { 'application/json': components['schemas']['Organization'] } } } };
  };
  '/v1/webhooks/endpoints': {
    get: { parameters: { query?: { organization_id?: string[]; page?: number; limit?: number; sorting?: string[] }; path?: never }; responses: { 200: { content: { 'application/json': { items: components['schemas']['WebhookEndpoint'][]; pagination: components['schemas']['Pagination'] } } } } };
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { url: string; format: 'raw'; secret?: string; events: string[]; organization_id?: string } } }; responses: { 201: { content: { 'application/json': components['schemas']['WebhookEndpoint'] } } } };
  };
  '/v1/webhooks/endpoints/{id}': {
    get: { parameters: { query?: never; path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['WebhookEndpoint'] } } } };
    patch: { parameters: { query?: never; path: { id: string } }; requestBody: { content: { 'application/json': { url?: string; secret?: string; events?: string[] } } }; responses: { 200: { content: { 'application/json': components['schemas']['WebhookEndpoint'] } } } };
    delete: { parameters: { query?: never; path: { id: string } }; responses: { 204: { content?: never } } };
  };
  '/v1/webhooks/deliveries': {
    get: { parameters: { query?: { endpoint_id?: string[]; page?: number; limit?: number; sorting?: string[] }; path?: never }; responses: { 200: { content: { 'application/json': { items: components['schemas']['WebhookDelivery'][]; pagination: components['schemas']['Pagination'] } } } } };
  };
  '/v1/webhooks/events/{id}/redeliver': {
    post: { parameters: { query?: never; path: { id: string } }; responses: { 202: { content: { 'application/json': unknown } } } };
  };
  '/v1/organization-access-tokens/': {
    get: { parameters: { query?: { organization_id?: string[]; page?: number; limit?: number; sorting?: string[] }; path?: never }; responses: { 200: { content: { 'application/json': { items: components['schemas']['OrganizationAccessToken'][]; pagination: components['schemas']['Pagination'] } } } } };
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { organization_id?: string; comment: string; expires_in?: string | null; scopes: string[] } } }; responses: { 201: { content: { 'application/json': { organization_access_token: components['schemas']['OrganizationAccessToken']; token: string } } } } };
  };
  '/v1/organization-access-tokens/{id}': {
    delete: { parameters: { query?: never; path: { id: string } }; responses: { 204: { content?: never } } };
  };
  '/v1/products/': {
    get: { parameters: { query?: { organization_id?: string; page?: number; limit?: number; sorting?: string[]; query?: string; is_archived?: boolean; id?: string[] }; path?: never }; responses: { 200: { content: { 'application/json': { items: components['schemas']['Product'][]; pagination: components['schemas']['Pagination'] } } } } };
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { name: string; description?: string | null; recurring_interval: 'month' | 'year' | null; prices: ({ id: string } | { amount_type: 'free' } | { amount_type: 'fixed'; price_amount: number; price_currency: string })[]; organization_id?: string } } }; responses: { 201: { content: { 'application/json': components['schemas']['Product'] } } } };
  };
  '/v1/products/{id}': {
    get: { parameters: { query?: never; path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['Product'] } } } };
    patch: { parameters: { query?: never; path: { id: string } }; requestBody: { content: { 'application/json': { name?: string; description?: string | null; is_archived?: boolean; prices?: ({ id: string } | { amount_type: 'free' } | { amount_type: 'fixed'; price_amount: number; price_currency: string })[] } } }; responses: { 200: { content: { 'application/json': components['schemas']['Product'] } } } };
  };
  '/v1/products/{id}/benefits': {
    post: { parameters: { query?: never; path: { id: string } }; requestBody: { content: { 'application/json': { benefits: string[] } } }; responses: { 200: { content: { 'application/json': components['schemas']['Product'] } } } };
  };
  '/v1/benefits/': {
    get: { parameters: { query?: { organization_id?: string; page?: number; limit?: number; sorting?: string[]; query?: string }; path?: never }; responses: { 200: { content: { 'application/json': { items: components['schemas']['Benefit'][]; pagination: components['schemas']['Pagination'] } } } } };
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { type: 'custom'; description: string; organization_id?: string; properties: { note: string | null } } } }; responses: { 201: { content: { 'application/json': components['schemas']['Benefit'] } } } };
  };
  '/v1/benefits/{id}': {
    get: { parameters: { query?: never; path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['Benefit'] } } } };
    patch: { parameters: { query?: never; path: { id: string } }; requestBody: { content: { 'application/json': { description?: string; properties?: { note: string | null } } } }; responses: { 200: { content: { 'application/json': components['schemas']['Benefit'] } } } };
    delete: { parameters: { query?: never; path: { id: string } }; responses: { 204: { content?: never } } };
  };
  '/v1/benefits/{id}/grants': {
    get: { parameters: { query?: { is_granted?: boolean; customer_id?: string[]; page?: number; limit?: number }; path: { id: string } }; responses: { 200: { content: { 'application/json': { items: components['schemas']['BenefitGrant'][]; pagination: components['schemas']['Pagination'] } } } } };
  };
  '/v1/orders/': {
    get: { parameters: { query?: { organization_id?: string[]; page?: number; limit?: number; sorting?: string[]; product_id?: string[]; customer_id?: string[]; product_billing_type?: ('one_time' | 'recurring')[]; checkout_id?: string[] }; path?: never }; responses: { 200: { content: { 'application/json': { items: components['schemas']['Order'][]; pagination: components['schemas']['Pagination'] } } } } };
  };
  '/v1/orders/{id}': {
    get: { parameters: { query?: never; path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['Order'] } } } };
  };
  '/v1/subscriptions/': {
    get: { parameters: { query?: { organization_id?: string[]; page?: number; limit?: number; sorting?: string[]; product_id?: string[]; customer_id?: string[]; active?: boolean }; path?: never }; responses: { 200: { content: { 'application/json': { items: components['schemas']['Subscription'][]; pagination: components['schemas']['Pagination'] } } } } };
  };
  '/v1/subscriptions/{id}': {
    get: { parameters: { query?: never; path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['Subscription'] } } } };
    patch: { parameters: { query?: never; path: { id: string } }; requestBody: { content: { 'application/json': { cancel_at_period_end?: boolean; revoke?: true; customer_cancellation_reason?: components['schemas']['CancellationReason'] | null; customer_cancellation_comment?: string | null } } }; responses: { 200: { content: { 'application/json': components['schemas']['Subscription'] } } } };
  };
  '/v1/checkouts/': {
    get: { parameters: { query?: { organization_id?: string[]; page?: number; limit?: number; sorting?: string[]; product_id?: string[]; customer_id?: string[]; status?: components['schemas']['CheckoutPublic']['status'][] }; path?: never }; responses: { 200: { content: { 'application/json': { items: components['schemas']['Checkout'][]; pagination: components['schemas']['Pagination'] } } } } };
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { products: string[]; success_url?: string | null; customer_id?: string | null; customer_email?: string | null } } }; responses: { 201: { content: { 'application/json': components['schemas']['Checkout'] } } } };
  };
  '/v1/checkouts/{id}': {
    get: { parameters: { query?: never; path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['Checkout'] } } } };
  };
  '/v1/metrics/': {
    get: { parameters: { query: { start_date: string; end_date: string; interval: 'hour' | 'day' | 'week' | 'month' | 'year'; organization_id?: string[] }; path?: never }; responses: { 200: { content: { 'application/json': components['schemas']['MetricsResponse'] } } } };
  };
  '/v1/customers/': {
    get: { parameters: { query?: { organization_id?: string; page?: number; limit?: number; sorting?: string[]; query?: string; email?: string }; path?: never }; responses: { 200: { content: { 'application/json': { items: components['schemas']['Customer'][]; pagination: components['schemas']['Pagination'] } } } } };
    post: { parameters: { query?: never; path?: never }; requestBody: { content: { 'application/json': { email: string; name?: string | null; external_id?: string | null; organization_id?: string; billing_address?: components['schemas']['Address'] | null } } }; responses: { 201: { content: { 'application/json': components['schemas']['Customer'] } } } };
  };
  '/v1/customers/{id}': {
    get: { parameters: { query?: never; path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['Customer'] } } } };
    patch: { parameters: { query?: never; path: { id: string } }; requestBody: { content: { 'application/json': { email?: string; name?: string | null; external_id?: string | null; billing_address?: components['schemas']['Address'] | null } } }; responses: { 200: { content: { 'application/json': components['schemas']['Customer'] } } } };
    delete: { parameters: { query?: never; path: { id: string } }; responses: { 204: { content?: never } } };
  };
  '/v1/customers/{id}/state': {
    get: { parameters: { query?: never; path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['CustomerState'] } } } };
  };
  '/v1/checkouts/client/{client_secret}': {
    get: { parameters: { query?: never; path: { client_secret: string } }; responses: { 200: { content: { 'application/json': components['schemas']['CheckoutPublic'] } } } };
    patch: { parameters: { query?: never; path: { client_secret: string } }; requestBody: { content: { 'application/json': { product_id?: string; customer_name?: string | null; customer_email?: string | null; customer_billing_address?: components['schemas']['Address'] | null; confirmation_token_id?: string | null } } }; responses: { 200: { content: { 'application/json': components['schemas']['CheckoutPublic'] } } } };
  };
  '/v1/checkouts/client/{client_secret}/confirm': {
    post: { parameters: { query?: never; path: { client_secret: string } }; requestBody: { content: { 'application/json': { product_id?: string; customer_name?: string | null; customer_email?: string | null; customer_billing_address?: components['schemas']['Address'] | null; confirmation_token_id?: string | null } } }; responses: { 200: { content: { 'application/json': components['schemas']['CheckoutPublic'] } } } };
  };
}
