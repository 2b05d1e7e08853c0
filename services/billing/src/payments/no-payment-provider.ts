import { AppError } from '@waybill/contracts';
import { PaymentProvider } from './payment-provider.js';

/** Payment provider of a Waybill that sells no plans. */
export class NoPaymentProvider extends PaymentProvider {
  readEvent(): never {
    throw new AppError('billing.not-configured');
  }

  findPayment(): Promise<never> {
    return Promise.reject(new AppError('billing.provider-unavailable'));
  }

  cancelAtPeriodEnd(): Promise<never> {
    return Promise.reject(new AppError('billing.provider-unavailable'));
  }

  cancelNow(): Promise<never> {
    return Promise.reject(new AppError('billing.provider-unavailable'));
  }
}
