declare module 'heic-decode' {
  interface HeicPicture {
    readonly width: number;
    readonly height: number;
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
  }
  interface HeicDecode {
    all(options: { buffer: Uint8Array }): Promise<HeicPicture[]>;
  }
  const decode: HeicDecode;
  export default decode;
}
