/** Environment this service alone needs: none, all it is told comes from the composition root. */
export const filesConfiguration = {};
