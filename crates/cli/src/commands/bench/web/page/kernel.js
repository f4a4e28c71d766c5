// A recorded run on a device: its pipelines and buffers, and its waves, dispatched as the GPU engine does it.
// The recording is described in src/engine/gpu/recording/.

// Waves of the first submission. As many as the recording says are in flight, so short that no watchdog takes the GPU for
// stuck: they become longer while they take less than half of the time that it says, and shorter when they take more.
const FIRST_WAVES = 8;
// Bytes between two uniforms: the largest alignment that a device may ask for.
const STRIDE = 256;

const STORAGE = { type: 'storage' };
const READ_ONLY = { type: 'read-only-storage' };

class Kernel {
  // Compiles the shader and makes the buffers.
  static async load(device, recording) {
    const kernel = new Kernel(device, recording);
    const began = performance.now();
    await kernel.compile();
    kernel.compiledIn = performance.now() - began;
    await device.scoped('making the buffers', () => kernel.allocate());
    return kernel;
  }

  constructor(device, recording) {
    Object.assign(this, { device, gpu: device.gpu, recording });
  }

  async compile() {
    const { gpu, device, recording } = this;
    const layout = (first, types) => gpu.createBindGroupLayout({
      entries: types.map((buffer, at) => ({ binding: first + at, visibility: GPUShaderStage.COMPUTE, buffer })),
    });
    const uniform = { type: 'uniform', hasDynamicOffset: true };
    const pipeline = (module, entryPoint, bindGroupLayouts) => gpu.createComputePipelineAsync({
      layout: gpu.createPipelineLayout({ bindGroupLayouts }),
      compute: { module, entryPoint, constants: recording.constants },
    });
    await device.scoped('compiling the shader', async () => {
      const module = gpu.createShaderModule({ code: recording.shader });
      const { messages } = await device.done(module.getCompilationInfo(), 'compiling the shader');
      const refusal = messages.find(({ type }) => type === 'error');
      if (refusal) {
        const { lineNum, message } = refusal;
        throw new Ended('failed', `the browser refuses the shader: line ${lineNum}: ${message}`);
      }
      this.totalsLayout = layout(0, [STORAGE]);
      this.passes = await Promise.all(recording.entry_points.map(async ({ name, only_reads: onlyReads }) => {
        const own = layout(0, [uniform, STORAGE, ...onlyReads.map((only) => (only ? READ_ONLY : STORAGE))]);
        return { own, pipeline: await pipeline(module, name, [own, this.totalsLayout]) };
      }));
      if (!recording.tiles) return;
      // Every group has a layout, for older browsers know no gaps.
      const layouts = [layout(1, [STORAGE]), layout(0, []), layout(0, [READ_ONLY, READ_ONLY, STORAGE, STORAGE])];
      this.gathering = { layouts, pipeline: await pipeline(module, 'gather', layouts) };
    });
  }

  // Makes a storage buffer of zeros, or with these words.
  storage(bytes, words = []) {
    const { STORAGE: storage, COPY_SRC: from, COPY_DST: to } = GPUBufferUsage;
    const buffer = this.gpu.createBuffer({ size: Math.max(bytes, 4), usage: storage | from | to });
    if (words.length > 0) this.gpu.queue.writeBuffer(buffer, 0, Uint32Array.from(words));
    return buffer;
  }

  bind(layout, first, buffers) {
    const entry = (buffer, at) => {
      const resource = buffer instanceof GPUBuffer ? { buffer } : buffer;
      return { binding: first + at, resource };
    };
    return this.gpu.createBindGroup({ layout, entries: buffers.map(entry) });
  }

  allocate() {
    const { gpu, recording } = this;
    const { waves, tiles } = recording;
    const uniformWords = waves[0].length - 2;
    const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    const uniforms = gpu.createBuffer({ size: STRIDE * waves.length, usage });
    const words = new Uint32Array(STRIDE / 4 * waves.length);
    waves.forEach(([, , ...uniform], at) => words.set(uniform, STRIDE / 4 * at));
    gpu.queue.writeBuffer(uniforms, 0, words);
    const values = this.storage(recording.values_bytes);
    this.totals = this.storage(4 * recording.wave_totals * waves.length);
    const own = recording.buffers.map(({ bytes, words: held }) => this.storage(bytes, held));
    // What a run begins with as zeros.
    this.cleared = [values, this.totals, ...own.filter((_, at) => recording.buffers[at].words.length === 0)];
    const orders = [own.map((_, at) => at), recording.odd_order];
    const uniform = { buffer: uniforms, size: 4 * uniformWords };
    for (const pass of this.passes) {
      pass.groups = orders.map((order) => this.bind(pass.own, 0, [uniform, values, ...order.map((at) => own[at])]));
    }
    this.totalsGroup = this.bind(this.totalsLayout, 0, [this.totals]);
    if (!tiles) return;
    const { layouts } = this.gathering;
    const count = tiles.origins.length / 4;
    this.tiles = this.storage(4 * tiles.words_per_tile * count);
    this.faults = this.storage(4 * count);
    this.cleared.push(this.tiles, this.faults);
    const given = [tiles.places, tiles.origins].map((held) => this.storage(4 * held.length, held));
    this.gathering.groups = [
      this.bind(layouts[0], 1, [values]),
      this.bind(layouts[1], 0, []),
      this.bind(layouts[2], 0, [...given, this.tiles, this.faults]),
    ];
  }

  // Computes all waves and returns the milliseconds that they took. `proceed` throws when it is to stop.
  async run(proceed) {
    const { gpu, device } = this;
    const encoder = gpu.createCommandEncoder();
    for (const buffer of this.cleared) encoder.clearBuffer(buffer);
    gpu.queue.submit([encoder.finish()]);
    await device.done(gpu.queue.onSubmittedWorkDone(), 'clearing the buffers');
    const began = performance.now();
    const { waves: { length: count }, submissions } = this.recording;
    const underWay = [];
    let [next, batch, last] = [0, FIRST_WAVES, began];
    while (next < count || underWay.length > 0) {
      if (next < count && underWay.length < submissions.in_flight) {
        const past = Math.min(next + batch, count);
        this.submit(next, past);
        underWay.push(gpu.queue.onSubmittedWorkDone());
        next = past;
        continue;
      }
      await device.done(underWay.shift(), 'a submission');
      const now = performance.now();
      proceed(now - began);
      if (now - last < submissions.milliseconds / 2) batch = Math.min(2 * batch, submissions.most_waves);
      else if (now - last > submissions.milliseconds) batch = Math.max(batch >> 1, 1);
      last = now;
    }
    return performance.now() - began;
  }

  // Submits the waves from one to the one before another.
  submit(first, past) {
    const encoder = this.gpu.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setBindGroup(1, this.totalsGroup);
    for (let at = first; at < past; at += 1) {
      const [columns, rows] = this.recording.waves[at];
      for (const { pipeline, groups } of this.passes) {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, groups[at % 2], [STRIDE * at]);
        pass.dispatchWorkgroups(columns, rows);
      }
    }
    pass.end();
    this.gpu.queue.submit([encoder.finish()]);
  }

  // Returns the words of some buffers.
  async read(buffers) {
    const { gpu, device } = this;
    const encoder = gpu.createCommandEncoder();
    const copies = buffers.map((buffer) => {
      const copy = gpu.createBuffer({ size: buffer.size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
      encoder.copyBufferToBuffer(buffer, 0, copy, 0, buffer.size);
      return copy;
    });
    gpu.queue.submit([encoder.finish()]);
    await device.done(Promise.all(copies.map((copy) => copy.mapAsync(GPUMapMode.READ))), 'reading the results');
    return copies.map((copy) => {
      const words = new Uint32Array(copy.getMappedRange().slice(0));
      copy.destroy();
      return words;
    });
  }

  // Returns the words of the totals of all waves.
  async readTotals() {
    return (await this.read([this.totals]))[0];
  }

  // Gathers the tiles; returns their words, and those of their faults.
  async gather() {
    const { gpu, gathering, recording: { tiles } } = this;
    const encoder = gpu.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(gathering.pipeline);
    gathering.groups.forEach((group, at) => pass.setBindGroup(at, group));
    pass.dispatchWorkgroups(tiles.workgroups, tiles.origins.length / 4);
    pass.end();
    gpu.queue.submit([encoder.finish()]);
    return this.read([this.tiles, this.faults]);
  }
}
