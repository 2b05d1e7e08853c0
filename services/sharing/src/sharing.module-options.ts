/** Injection token of SharingConfig. */
export const SHARING_MODULE_OPTIONS = Symbol('sharing configuration');

export interface SharingModuleOptions {
  /** Where people reach Waybill, without a slash at the end. */
  readonly publicUrl: string;
  /** Where messages of the contact form go. */
  readonly contactEmail: { readonly name: string; readonly address: string };
}

/** Environment names that sharing alone reads: none. */
export const sharingConfiguration = {};
