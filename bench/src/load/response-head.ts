const END = '\r\n\r\n';

/** Collects the status line and headers of an HTTP/1.1 response until they are complete. */
export class ResponseHead {
  private text: string | null = null;
  private collected = Buffer.alloc(0);

  get complete(): boolean {
    return this.text !== null;
  }

  /** @returns the part of `bytes` that belongs to the body */
  push(bytes: Uint8Array): Uint8Array {
    this.collected = Buffer.concat([this.collected, bytes]);
    const end = this.collected.indexOf(END);
    if (end < 0) return new Uint8Array();
    this.text = this.collected.toString('latin1', 0, end);
    return this.collected.subarray(end + END.length);
  }

  /** @throws Error when the response has another status or length */
  expect(status: number, length: number): void {
    const [, sentStatus] = /^HTTP\/1\.1 (\d+)/.exec(this.text ?? '') ?? [];
    const [, sentLength] = /^content-length: *(\d+)$/im.exec(this.text ?? '') ?? [];
    if (Number(sentStatus) === status && Number(sentLength) === length) return;
    throw new Error(`Expected ${status} with ${length} bytes, got ${sentStatus} with ${sentLength}`);
  }
}
