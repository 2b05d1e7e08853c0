describe('ScrollRestoration', () => {
  it.each(['5', '{', '[1]'])(
    'begins without positions where the stored ones are damaged: %s',
    async (stored) => {
      window.sessionStorage.setItem('waybill.scroll', stored);
      await jest.isolateModulesAsync(async () => {
        const module = await import('./scroll-restoration.js');
        expect(module.ScrollRestoration).toBeDefined();
      });
    },
  );
});
