import sharp from 'sharp';

// A picture may choose its loader, and some loaders read other files. All are blocked but those that a caller allows.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.concurrency(1);
sharp.cache(false);

/** Allows one loader of libvips in this process. @param loader name of its operation */
export function allowLoader(loader: string): void {
  sharp.unblock({ operation: [loader] });
}
