import { AppError } from '@waybill/contracts';
import { PaymentProvider } from './payment-provider.js';

/** A Waybill on which nothing is sold. */
export class NoPaymentProvider extends PaymentProvider {
  readEvent(): never {
    throw new AppError('billing.not-configured');
  }

  cancelAtPeriodEnd(): Promise<never> {
    return Promise.reject(new AppError('billing.provider-unavailable'));
  }

  cancelNow(): Promise<never> {
    return Promise.reject(new AppError('billing.provider-unavailable'));
  }
}
