import { toUtf8 } from './to-utf8.js';

const shown = async (bytes: Buffer, isCut = false) => (await toUtf8(bytes, isCut)).toString();

describe('toUtf8', () => {
  it.each([
    ['ASCII', Buffer.from('plain'), 'plain'],
    ['UTF-8', Buffer.from('Grüße, 世界'), 'Grüße, 世界'],
    ['UTF-16, little-endian', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße'],
    ['UTF-16, big-endian', Buffer.from('\ufeffGrüße', 'utf16le').swap16(), 'Grüße'],
    ['Windows-1252', Buffer.from('Grüße', 'latin1'), 'Grüße'],
    ['a text with a NUL', Buffer.from('abc\0def\nghi\n'), 'abc\0def\nghi\n'],
    ['empty text', Buffer.alloc(0), ''],
  ])('reads %s', async (_name, bytes, text) => {
    expect(await shown(bytes)).toBe(text);
  });

  it.each([
    [
      'Windows-1251',
      'c8ecff3bc0e4f0e5f10ac8e2e0ed3bcceef1eae2e02c20f3ebe8f6e020cbe5ede8ede00a',
      'Имя;Адрес\nИван;Москва, улица Ленина\n',
    ],
    [
      'KOI8-R',
      'f0d2c9d7c5d42c20cbc1cb20c4c5ccc13f20fcd4cf20d4c5cbd3d42e0a',
      'Привет, как дела? Это текст.\n',
    ],
    [
      'IBM866',
      '8fe0a8a2a5e22c20aaa0aa20a4a5aba03f209de2ae20e2a5aae1e220a220aaaea4a8e0aea2aaa520444f532e0a',
      'Привет, как дела? Это текст в кодировке DOS.\n',
    ],
    [
      'Windows-1253',
      'cae1ebe7ecddf1e120eafcf3ece52c20e1f5f4fc20e5dfede1e920eae5dfece5edef0a',
      'Καλημέρα κόσμε, αυτό είναι κείμενο\n',
    ],
    ['Windows-1255', 'f9ece5ed20f2e5eced2c20e6e420e8f7f1e820e1f2e1f8e9fa0a', 'שלום עולם, זה טקסט בעברית\n'],
    [
      'Windows-1256',
      'e3d1cdc8c720c8c7e1dac7e1e3a120e5d0c720e4d520dad1c8ed0a',
      'مرحبا بالعالم، هذا نص عربي\n',
    ],
    [
      'Windows-1250',
      '5a61bff3b3e62067ea9c6cb9206a619ff12c209c7769ea746f9ce60a',
      'Zażółć gęślą jaźń, świętość\n',
    ],
    ['Shift_JIS', '96bc914f2c8f5a8f8a0a8e5293632c938c8b9e93730a', '名前,住所\n山田,東京都\n'],
    [
      'EUC-JP',
      'c6fccbdcb8eca5c6a5ada5b9a5c8a4c7a4b9a1a3b4c1bbfaa4c8a4aba4ca0a',
      '日本語テキストです。漢字とかな\n',
    ],
    ['ISO-2022-JP', '1b2442467c4b5c386c2546252d253925481b28420a', '日本語テキスト\n'],
    [
      'GBK',
      'd0d5c3fb2cb5d8d6b70ad5c5c8fd2cb1b1bea9cad0b3afd1f4c7f80ac0eecbc42cc9cfbaa3cad0c6d6b6abd0c2c7f80a',
      '姓名,地址\n张三,北京市朝阳区\n李四,上海市浦东新区\n',
    ],
    [
      'Big5',
      'a96da6572ca661a77d0aa4fda470a9fa2ca578a55fa5aba4a4a5bfb0cf0a',
      '姓名,地址\n王小明,台北市中正區\n',
    ],
    ['EUC-KR', 'c0ccb8a72cc1d6bcd20ac8abb1e6b5bf2cbcadbfefc6afbab0bdc30a', '이름,주소\n홍길동,서울특별시\n'],
    [
      'UTF-16 without a mark, little-endian',
      '4e0061006d0065003b0047007200f600df0065000a004100640061003b0031000a00',
      'Name;Größe\nAda;1\n',
    ],
    [
      'UTF-16 without a mark, big-endian',
      '041f04400438043204350442002c0020043c04380440000a',
      'Привет, мир\n',
    ],
    [
      'UTF-32, little-endian',
      'fffe0000226f0000575b000020000000380400002000000077000000f6000000720000006c000000640000000a000000',
      '漢字 и wörld\n',
    ],
    [
      'UTF-32, big-endian',
      '0000feff00006f2200005b5700000020000004380000002000000077000000f6000000720000006c000000640000000a',
      '漢字 и wörld\n',
    ],
    [
      'UTF-32 without a mark',
      '226f0000575b000020000000380400002000000077000000f6000000720000006c000000640000000a000000',
      '漢字 и wörld\n',
    ],
  ])('recognises the encoding of a short text: %s', async (_encoding, bytes, text) => {
    expect(await shown(Buffer.from(bytes, 'hex'))).toBe(text);
  });

  it.each([
    ['Windows-1251', 'c8ecff3bc0e4f0e5f10ac8e2e0ed3bcceef1eae2e00a'],
    ['KOI8-R', 'e9cdd13be1c4d2c5d30ae9d7c1ce3bedcfd3cbd7c10a'],
    ['IBM866', '88acef3b80a4e0a5e10a88a2a0ad3b8caee1aaa2a00a'],
    ['ISO-8859-5', 'b8dcef3bb0d4e0d5e10ab8d2d0dd3bbcdee1dad2d00a'],
  ])('reads a Cyrillic text that is too short for the detector: %s', async (_encoding, bytes) => {
    expect(await shown(Buffer.from(bytes, 'hex'))).toBe('Имя;Адрес\nИван;Москва\n');
  });

  it.each([
    'Müller Größe',
    'Größe;Länge;Höhe\nMüller;1,5;2\n',
    'ÄÖÜ äöü ß',
    'Straße 5, 1010 Wien',
    'Ça va ? Très bien, à bientôt',
    "L'été où à É",
    'À LA FENÊTRE ÉTÉ',
    'El niño comió piñas. ¿Qué tal? ¡Olé!',
    'São Paulo, informação',
    'naïve façade, 25 °C ± 1, § 5, 100 £, ½ l, x²',
    'Blåbærsyltetøy på smørrebrød',
    'Ångström, Malmö, Örebro',
    'Þetta reddast, sagði hún á Íslandi',
    'è già lì, perché è più bello così',
    'Hyvää päivää, öljyä',
  ])('takes a short Western text for Windows-1252: %s', async (text) => {
    expect(await shown(Buffer.from(text, 'latin1'))).toBe(text);
  });

  it('recognises the language of a text between its markup', async () => {
    const word = Buffer.from('cff0e8e2e5f2', 'hex');
    const page = Buffer.concat([
      Buffer.from('<table class="wide"><tr>'.repeat(50)),
      word,
      Buffer.from('</td>'),
      word,
    ]);
    expect(await shown(page)).toContain('Привет</td>Привет');
    const line = Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from(' '), word]);
    expect(await shown(line)).toMatch(/ Привет$/);
  });

  it('leaves out a character that the end of a cut text splits', async () => {
    for (const cut of [1, 2]) {
      const bytes = Buffer.from('a世');
      expect(await shown(bytes.subarray(0, bytes.length - cut), true)).toBe('a');
    }
    expect(await shown(Buffer.from('a世'), true)).toBe('a世');
    const chinese = Buffer.from('d5c5c8fd2cb1b1bea9cad0b3afd1f4c7f8', 'hex');
    expect(await shown(chinese.subarray(0, -1), true)).toBe('张三,北京市朝阳');
    const wide = Buffer.from('\ufeffa😀', 'utf16le');
    for (const cut of [1, 2, 3]) expect(await shown(wide.subarray(0, -cut), true)).toBe('a');
  });
});
