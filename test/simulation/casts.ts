import { SimulatedOperators } from '../app/operators.simulation.ts';
import { SimulatedOrganizations } from '../features/accounts/organizations.simulation.ts';
import { SimulatedUsers } from '../features/accounts/users.simulation.ts';
import { SimulatedBenefits } from '../features/billing/benefits.simulation.ts';
import { SimulatedCheckoutLinks } from '../features/billing/checkout-links.simulation.ts';
import { SimulatedCheckouts } from '../features/billing/checkouts.simulation.ts';
import { SimulatedCustomFields } from '../features/billing/custom-fields.simulation.ts';
import { SimulatedCustomers } from '../features/billing/customers.simulation.ts';
import { SimulatedInvoices } from '../features/billing/invoices.simulation.ts';
import { SimulatedFiles } from '../features/billing/files.simulation.ts';
import { SimulatedDiscounts } from '../features/billing/discounts.simulation.ts';
import { SimulatedMeters } from '../features/billing/meters.simulation.ts';
import { SimulatedPayments } from '../features/billing/payments.simulation.ts';
import { SimulatedProducts } from '../features/billing/products.simulation.ts';
import { SimulatedRefunds } from '../features/billing/refunds.simulation.ts';
import { SimulatedSavedMethods } from '../features/billing/saved-methods.simulation.ts';
import { SimulatedStatuses } from '../features/billing/statuses.simulation.ts';
import { SimulatedSubscriptions } from '../features/billing/subscriptions.simulation.ts';
import { SimulatedTaxes } from '../features/billing/tax.simulation.ts';
import { SimulatedMeteredBilling } from '../features/billing/metered-billing.simulation.ts';
import { SimulatedUsage } from '../features/billing/usage.simulation.ts';
import { SimulatedEmails } from '../features/delivery/emails.simulation.ts';
import { SimulatedWebhooks } from '../features/delivery/webhooks.simulation.ts';
import { SimulatedLog } from '../features/log.simulation.ts';
import type { Cast } from './cast.ts';
import type { World } from './world.ts';

/** Who takes part: a new feature is its own file and two lines here. */
export function castsOf(world: World): Cast[] {
  const users = new SimulatedUsers(world);
  const organizations = new SimulatedOrganizations(world, users);
  const meters = new SimulatedMeters(world, organizations);
  const products = new SimulatedProducts(world, organizations, meters);
  const customFields = new SimulatedCustomFields(world, organizations, products);
  const taxes = new SimulatedTaxes(world, organizations);
  const files = new SimulatedFiles(world, organizations);
  const benefits = new SimulatedBenefits(world, { organizations, files, products });
  const discounts = new SimulatedDiscounts(world, organizations);
  const customers = new SimulatedCustomers(world, organizations);
  const checkouts = new SimulatedCheckouts(world, { products, customers, discounts, customFields });
  const checkoutLinks = new SimulatedCheckoutLinks(world, products);
  const payments = new SimulatedPayments(world);
  const refunds = new SimulatedRefunds(world, organizations);
  const invoices = new SimulatedInvoices(world);
  const subscriptions = new SimulatedSubscriptions(world, organizations);
  const savedMethods = new SimulatedSavedMethods(world, organizations);
  const usage = [
    new SimulatedUsage(world, organizations),
    new SimulatedMeteredBilling(world, organizations, checkouts),
  ];
  const webhooks = new SimulatedWebhooks(world, organizations);
  const emails = new SimulatedEmails(world);
  const operators = new SimulatedOperators(world);
  const log = new SimulatedLog(world);
  const statuses = new SimulatedStatuses(world);
  const catalogue = [meters, products, customFields, files, benefits, taxes, discounts, checkoutLinks];
  const billing = [
    ...catalogue,
    customers,
    checkouts,
    payments,
    refunds,
    invoices,
    subscriptions,
    savedMethods,
    ...usage,
  ];
  return [users, organizations, ...billing, webhooks, emails, operators, log, statuses];
}
