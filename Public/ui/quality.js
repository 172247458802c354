/** How finely the stage is drawn, from the coarsest step to the finest: the share of the screen's pixels. */
export const steps = [{ pixels: 1 / 16 }, { pixels: 1 / 8 }, { pixels: 1 / 4 }, { pixels: 1 / 2 }, { pixels: 1 }];
